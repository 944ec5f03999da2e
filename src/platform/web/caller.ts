import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Service } from './implement.ts'

/** The companion cookie: HttpOnly, and __Host- wherever the connection is secure. */
export const companionCookie = (secure: boolean) => (secure ? '__Host-daybook' : 'daybook')
/** Tells a browser that has signed in before; HttpOnly, kept for a year. */
export const deviceCookie = (secure: boolean) => (secure ? '__Host-daybook-device' : 'daybook-device')
/** The cookie a wall screen's session is bound to; HttpOnly. */
export const boardCookie = (secure: boolean) => (secure ? '__Host-daybook-board' : 'daybook-board')
export const ANTI_FORGERY_COOKIE = 'XSRF-TOKEN'

/** Whether browsers reach us over https; plain http is for loopback and development. */
export const isSecure = (service: Service) => service.settings.publicUrl.startsWith('https://')

/** Describes who is calling and lets a handler set cookies with the right attributes. */
export const callerOf = (service: Service, request: FastifyRequest, reply: FastifyReply): Caller => ({
  ip: request.ip,
  userAgent: String(request.headers['user-agent'] ?? ''),
  isBrowser: request.headers['sec-fetch-site'] !== undefined,
  requestId: request.id,
  cookie: (name) => request.cookies[name],
  setCookie: (name, value, { maxAgeSeconds, httpOnly }) => {
    reply.setCookie(name, value, { path: '/', sameSite: 'strict', secure: isSecure(service), httpOnly, maxAge: maxAgeSeconds })
  },
})
