/** Options of the launcher's own gRPC connections, all to processes of this machine. */
export const LOOPBACK_CHANNEL = {
  // grpc-js takes http_proxy of the environment for loopback addresses, too.
  'grpc.enable_http_proxy': 0,
  // A service that is starting is tried again this soon after a refused connection, in milliseconds.
  'grpc.initial_reconnect_backoff_ms': 50,
  'grpc.min_reconnect_backoff_ms': 50,
  'grpc.max_reconnect_backoff_ms': 100,
}
