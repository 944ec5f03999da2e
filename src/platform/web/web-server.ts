import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { newName } from '#platform/access/secrets.ts'
import type { Settings } from '#platform/settings.ts'
import { type ErrorAnswer, Failure, type FailureCode, failure } from '#shared/failure.ts'
import { hasOneHost, isPlainFromAfar, isStillSending } from './connection-rules.ts'
import { refuseCrowds, seldom } from './crowding.ts'
import { hangUp, httpServer } from './http-server.ts'
import { readBody } from './read-body.ts'
import { USUAL_BODY_BYTES } from './read-input.ts'
import { quietRequest } from './request-log.ts'
import { pageSender } from './web-page.ts'

const IMMUTABLE_SECONDS = 31_536_000

/** Names of requests, no two alike in any process. They are no secret, and random ones would cost more than finding the route. */
const requestNames = (): (() => string) => {
  const process = newName()
  let count = 0
  return () => `${process}.${(count++).toString(36)}`
}

/**
 * What browsers may do with every answer. The headers are made once: the plugin of this name makes them anew for each request, at a tenth of what
 * a short answer costs.
 */
const sendSafetyHeaders = (app: FastifyInstance, settings: Settings): void => {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        requireTrustedTypesFor: ["'script'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: settings.publicUrl.startsWith('https://') ? { maxAge: IMMUTABLE_SECONDS, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (request, reply, next) => setHeaders(request.raw, reply.raw, (error) => next(error as Error | undefined)))
}

/**
 * Answers are squeezed as fast as it goes: a megabyte of figures becomes 200 KB in 5 ms, or 160 KB in 18. The browser app's files were squeezed
 * as far as it goes when it was built.
 */
const SQUEEZING = {
  global: true,
  threshold: 1024,
  // In one go, half a millisecond of work at most: handing so little to another thread and back costs more.
  syncThreshold: 64 * 1024,
  encodings: ['br' as const, 'gzip' as const],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
}

/** The web server with everything but its routes: limits, headers, strict bodies, errors of one shape, the browser app. */
export const createWebServer = async (settings: Settings, webFolder: string): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: {
      level: settings.logLevel,
      redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'],
      serializers: { req: quietRequest },
    },
    genReqId: requestNames(),
    trustProxy: settings.trustProxy ?? false,
    routerOptions: { maxParamLength: 2000, caseSensitive: true },
    // What still arrives on a connection while we close is done like the rest; the refusal it would get is not one of ours.
    return503OnClosing: false,
    // Of what is sent to no operation.
    bodyLimit: USUAL_BODY_BYTES,
    serverFactory: httpServer,
    rewriteUrl: ({ url = '/' }) => (isApi(url) || isReadable(url) ? url : UNREADABLE),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  })
  // Whatever is answered while we close was the last on its connection: nobody waits for another minute.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1
  })
  const methods = methodsByAddress(app)
  await app.register(cookie)
  sendSafetyHeaders(app, settings)
  await app.register(compress, SQUEEZING)
  takeOnlyJson(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!hasOneHost(request.raw)) {
      reply.header('connection', 'close')
      throw failure('BadRequest')
    }
    if (request.url.length > 8 * 1024) throw failure('AddressTooLong')
    if (settings.production && request.url.startsWith('/api/') && !PROBES.test(request.url) && isPlainFromAfar(settings, request)) throw failure('HttpsOnly')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  refuseCrowds(app, settings.databasePool)
  const tellBusy = seldom((times) => app.log.warn(`${times} refused for now: too much at once`))
  const sendPage = existsSync(webFolder) ? pageSender(webFolder, settings.publicUrl.startsWith('https://')) : undefined
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Failure && error.code === 'Unavailable' && !PROBES.test(request.url)) tellBusy()
    // The server of files refuses an odd path in its own way, such as one with two slashes.
    if (!(error instanceof Failure) && (error.statusCode === 403 || error.statusCode === 404)) return answerUnknownAddress(methods, sendPage, request, reply)
    return answerError(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => answerUnknownAddress(methods, sendPage, request, reply))
  if (sendPage) {
    await app.register(fastifyStatic, {
      root: webFolder,
      wildcard: true,
      index: false,
      cacheControl: false,
      preCompressed: true,
      // Its own refusals of odd paths are for files; the API has its own.
      allowedPath: (path) => !path.startsWith('/api'),
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.startsWith(join(webFolder, 'assets/')) ? `public, max-age=${IMMUTABLE_SECONDS}, immutable` : 'no-cache')
      },
    })
    // The bare address names the folder itself, which is no file and not unknown either.
    app.get('/', sendPage)
    app.get('/index.html', sendPage)
  }
  return app
}

const isApi = (url: string): boolean => /^\/api(\/|\?|$)/.test(url)

/** Stands for an address that is not valid UTF-8, which the router would refuse before any header is set. */
const UNREADABLE = '/unreadable-address'

const isReadable = (url: string): boolean => {
  try {
    return decodeURI(url.split('?', 1)[0] ?? '') !== undefined
  } catch {
    return false
  }
}

/** Whoever looks after the server asks these from inside, past the proxy that speaks https. */
const PROBES = /^\/api\/(health|ready)(\?|$)/

/** Bodies arrive as bytes and are read by us, strictly; other content types are refused except where a route takes files. */
const takeOnlyJson = (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [
      'application/json',
      'text/csv',
      'application/octet-stream',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ],
    readBody,
  )
  app.addContentTypeParser('*', (_request, _payload, done) => done(failure('WrongContentType', { expected: 'application/json' }), undefined))
}

/** Which methods an address of the API takes. */
const methodsByAddress = (app: FastifyInstance): ((path: string) => string[]) => {
  const routes: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/')) return
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
    for (const each of [method].flat()) if (each !== 'HEAD') routes.push({ method: each, pattern })
  })
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

/** An address that is no file and not the API's answers the app's page, which shows the screen or that there is none. */
const answerUnknownAddress = (
  methods: (path: string) => string[],
  sendPage: ReturnType<typeof pageSender> | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const path = request.url.split('?')[0] ?? '/'
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isForPeople = request.headers.accept?.includes('text/html') || !/\.\w{1,8}$/.test(path)
  if (!isApi(path) && isRead && isForPeople && sendPage) return sendPage(request, reply)
  const taken = methods(path)
  if (taken.length === 0) return answerFailure(reply, request, failure('NotFound'))
  return answerFailure(reply.header('allow', taken.join(', ')), request, failure('MethodNotAllowed'))
}

/** Fastify's own refusals in the words of our list. */
const KNOWN: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TooLarge',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BadRequest',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WrongContentType',
  FST_ERR_CTP_INVALID_TYPE: 'WrongContentType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MalformedJson',
  FST_ERR_BAD_URL: 'BadRequest',
  FST_ERR_MAX_PARAM_LENGTH: 'AddressTooLong',
}

/** PostgreSQL saying that it is full, stopping, cut off or out of patience: the caller may try again. */
const isDatabaseAway = (code: string | undefined) =>
  code !== undefined &&
  (/^(08|53|57)/.test(code) ||
    [
      '25P03',
      'EMFILE',
      'ENFILE',
      '40001',
      '40P01',
      '55P03',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'CONNECTION_CLOSED',
      'STALE_PLAN',
      'EPIPE',
      'ENOENT',
    ].includes(code))

const answerError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Failure) return answerFailure(reply, request, error)
  const { code } = error as FastifyError
  const known = KNOWN[code]
  if (known) {
    const { largestBody } = (request.routeOptions?.config ?? {}) as { largestBody?: string }
    return answerFailure(reply, request, failure(known, { limit: largestBody ?? '100 KB', expected: 'application/json' }))
  }
  // What bears a status is about the request, such as a body that broke off: the database has none.
  if ((error as FastifyError).statusCode === undefined && isDatabaseAway(code)) {
    request.log.error({ err: error }, 'the database is away')
    return answerFailure(reply, request, failure('Unavailable', {}, [], 2))
  }
  const status = (error as FastifyError).statusCode ?? 500
  if (status >= 400 && status < 500) return answerFailure(reply, request, failure('BadRequest'))
  request.log.error({ err: error }, 'unexpected error')
  return answerFailure(reply, request, failure('InternalError', { requestId: request.id }))
}

const answerFailure = (reply: FastifyReply, request: FastifyRequest, refused: Failure) => {
  if (refused.status !== 401) reply.removeHeader('www-authenticate')
  else if (!reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  // What is still to come of the body is not wanted.
  if (isStillSending(request.raw)) reply.header('connection', 'close')
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', String(refused.retryAfterSeconds))
  const body: ErrorAnswer = { ResponseStatus: { ErrorCode: refused.code, Message: refused.message, Errors: refused.fields }, RequestId: request.id }
  return reply.code(refused.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** What never became a request: headers too large, or bytes that are not HTTP. */
function answerBrokenRequest(error: Error & { code?: string }, socket: import('node:net').Socket) {
  if (!socket.writable) return
  const refused = failure(error.code === 'HPE_HEADER_OVERFLOW' ? 'HeadersTooLarge' : 'BadRequest')
  const body = JSON.stringify({ ResponseStatus: { ErrorCode: refused.code, Message: refused.message, Errors: [] } })
  socket.end(
    `HTTP/1.1 ${refused.status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  hangUp(socket)
}
