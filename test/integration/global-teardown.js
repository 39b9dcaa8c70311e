/** Stops what global-setup.js started. */
export default async () => {
  await globalThis.stopPlatform?.()
}
