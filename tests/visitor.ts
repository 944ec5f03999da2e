import { randomUUID } from 'node:crypto'
import type { ErrorAnswer } from '#shared/failure.ts'

export interface Answered<T = Record<string, unknown>> {
  status: number
  body: T & Partial<ErrorAnswer>
  headers: Headers
}

export interface Asked {
  body?: unknown
  headers?: Record<string, string>
  /** An Idempotency-Key; without one, writes have a fresh one, as the app's do. */
  key?: string
}

/**
 * Someone at the API with a cookie jar, as the browser app calls it. `plain` is a client outside a browser: no Sec-Fetch-Site,
 * no anti-forgery header.
 */
export class Visitor {
  readonly url: string
  readonly plain: boolean
  readonly cookies = new Map<string, string>()
  authorization: string | undefined
  venueId: number | undefined
  userId = 0

  constructor(url: string, { plain = false } = {}) {
    this.url = url
    this.plain = plain
  }

  /** Calls the API; cookies are kept, a wrong status is the test's to judge. */
  async call<T = Record<string, unknown>>(method: string, path: string, { body, headers = {}, key }: Asked = {}): Promise<Answered<T>> {
    const sent: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
    if (!this.plain) sent['sec-fetch-site'] = 'same-origin'
    if (this.authorization) sent.authorization = this.authorization
    if (this.venueId !== undefined) sent['x-venue-id'] = String(this.venueId)
    if (this.cookies.size > 0) sent.cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (method !== 'GET') {
      sent['idempotency-key'] = key ?? randomUUID()
      const token = this.cookies.get('XSRF-TOKEN')
      if (token && !this.plain) sent['x-xsrf-token'] = token
    }
    const all = Object.fromEntries(Object.entries({ ...sent, ...headers }).filter(([, value]) => value !== ''))
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: all,
      body: body === undefined ? null : typeof body === 'string' || Buffer.isBuffer(body) ? (body as BodyInit) : JSON.stringify(body),
      redirect: 'manual',
    })
    this.#keep(response.headers.getSetCookie())
    const text = await response.text()
    return {
      status: response.status,
      body: (text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { text }) as Answered<T>['body'],
      headers: response.headers,
    }
  }

  /** Signs in; the Auth that comes of it is what the next calls carry. */
  async signIn(UserName: string, Password: string): Promise<Answered<{ UserId: number; SessionId: string; Auth: string }>> {
    this.authorization = undefined
    this.venueId = undefined
    const answer = await this.call<{ UserId: number; SessionId: string; Auth: string }>('POST', '/auth/credentials', { body: { UserName, Password } })
    if (answer.status === 200) {
      this.userId = answer.body.UserId
      this.authorization = `Basic ${answer.body.Auth}`
    }
    return answer
  }

  /** Opens a venue; its Token is what the next calls carry. */
  async open(VenueId: number, EmployeeId: number): Promise<Answered<{ Token: string; VenueId: number; EmployeeId: number }>> {
    const answer = await this.call<{ Token: string; VenueId: number; EmployeeId: number }>('POST', `/users/${this.userId}/venues/${VenueId}/select`, {
      body: { EmployeeId },
    })
    if (answer.status === 200) {
      this.authorization = `Bearer ${answer.body.Token}`
      this.venueId = VenueId
    }
    return answer
  }

  #keep(lines: string[]) {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', ...value] = pair.split('=')
      const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
      if (gone) this.cookies.delete(name)
      else this.cookies.set(name, decodeURIComponent(value.join('=')))
    }
  }
}

/** Someone signed in at a venue, ready to work. */
export const signedIn = async (url: string, userName: string, password: string, options: { plain?: boolean } = {}): Promise<Visitor> => {
  const visitor = new Visitor(url, options)
  const answer = await visitor.signIn(userName, password)
  if (answer.status !== 200) throw new Error(`${userName} could not sign in: ${JSON.stringify(answer.body)}`)
  const { body } = await visitor.call<{ Venues: { VenueId: number; EmployeeId: number }[] }>('GET', `/users/${visitor.userId}/venues`)
  const [venue] = body.Venues
  if (!venue) throw new Error(`${userName} may open no venue.`)
  await visitor.open(venue.VenueId, venue.EmployeeId)
  return visitor
}
