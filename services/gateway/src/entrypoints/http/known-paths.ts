import { AppError, notFound } from '@invoicing/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The methods that each path answers, as routes are added. */
export interface KnownPaths {
  /** The methods of the route that a path belongs to, in alphabetical order; undefined for an unknown path. */
  methodsOf(path: string): readonly string[] | undefined
}

/** Watches the routes of an application; to be called before the first is added. */
export function knownPaths(app: FastifyInstance): KnownPaths {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const each of [method].flat()) route.methods.add(each)
    routes.set(url, route)
  })
  return {
    methodsOf: (path) => {
      const found = Array.from(routes.values()).filter(({ pattern }) => pattern.test(path))
      return found.length === 0
        ? undefined
        : Array.from(new Set(found.flatMap(({ methods }) => [...methods]))).sort()
    },
  }
}

/**
 * Answers what no route of this scope takes: 405 with `Allow` for a known path, else 404. It does so
 * before a body is read, and after the hooks that were added before: under /v1 a key comes first.
 */
export function refuseUnknown(scope: FastifyInstance, paths: KnownPaths): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const methods = paths.methodsOf(pathOf(request.url))
    // A file that is missing in a folder of files comes here too, by a method its path takes.
    if (methods === undefined || methods.includes(request.method)) throw notFound('not found')
    reply.header('allow', methods.join(', '))
    throw new AppError(
      'method_not_allowed',
      `${request.method} is not allowed here: use ${methods.join(', ')}`,
    )
  }
  scope.addHook('onRequest', async (request, reply) => {
    // Scopes inside inherit this hook; they refuse after hooks of their own.
    if (request.is404 && request.server === scope) refuse(request, reply)
  })
  scope.setNotFoundHandler(refuse)
}

/** `/v1/clients/:id` and `/docs/static/*` as the router reads them. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*'
    return segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)
  })
  return new RegExp(`^${segments.join('/')}$`)
}

function pathOf(url: string): string {
  return decodeURI(url.split(/[?#]/, 1)[0] ?? '')
}
