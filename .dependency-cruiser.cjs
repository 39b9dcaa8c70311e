/** The import rule (docs/architecture.md, "Layout"): each line is one arrow that must not be drawn. */
const layer = (name, forbidden, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^services/[^/]+/src/${name.replace('-layer', '')}/` },
  to: { path: `^services/[^/]+/src/(${forbidden})` },
})

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-service-imports-another',
      comment: 'Services meet over gRPC and the bus, never in an import.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-import-no-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(services|deploy|test)/' },
    },
    {
      name: 'contracts-and-money-stand-alone',
      severity: 'error',
      from: { path: '^packages/(contracts|money)/src/' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    layer('domain', 'app|adapters|entrypoints|main|service|config', 'Domain rules know nothing around them.'),
    layer(
      'app',
      'adapters|entrypoints|main|service|config',
      'Use cases know the domain and their dependencies.',
    ),
    layer(
      'adapters',
      'entrypoints|main|service|config',
      'Adapters carry out what app/dependencies.ts asks for.',
    ),
    layer('entrypoints', 'main|service|config', 'Entrypoints are handed what they need.'),
    {
      name: 'domain-does-no-io',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/' },
      to: {
        path: 'node_modules/(pg|mongodb|minio|fastify|@grpc|@nats-io)/|^(node:)?(fs|net|http|https|child_process)(/|$)',
      },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'dependencies-are-declared',
      severity: 'error',
      from: { path: '^(packages|services|deploy)/[^/]+/src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'sources-do-not-import-tests',
      severity: 'error',
      from: { path: '^(packages|services|deploy)/[^/]+/src/' },
      to: { path: '/test/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'packages/contracts/src/gen/|\\.d\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
