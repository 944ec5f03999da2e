import { readSigned, signedText } from './secrets.ts'

/** An assistant as it registered itself. Its id is this, signed: nothing of it is stored. */
export interface AssistantClient {
  name: string
  redirects: readonly string[]
}

const PURPOSE = 'assistant client'
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.includes(hostname)

/** Whether a code may be sent there: to a server by https, or to a program on the person's own machine. */
export const isRedirect = (text: string): boolean => {
  const url = urlOf(text)
  return url !== undefined && (url.protocol === 'https:' || isLoopback(url)) && url.username === '' && url.password === '' && !text.includes('#')
}

/** Whether an address is one that was registered. A program on the person's machine takes another port each time (RFC 8252, 7.3). */
const isRegistered = (asked: string, registered: string): boolean => {
  const [one, other] = [urlOf(asked), urlOf(registered)]
  if (asked === registered || !one || !other || !isLoopback(one) || !isLoopback(other)) return asked === registered
  one.port = ''
  other.port = ''
  return one.href === other.href
}

/** The client_id of an assistant. */
export const clientIdOf = (signingKey: Buffer, client: AssistantClient): string => signedText(signingKey, PURPOSE, JSON.stringify(client))

/** The assistant a client_id was given to, where it may be sent a code there. */
export const clientOf = (signingKey: Buffer, clientId: string, redirectUri: string): AssistantClient | undefined => {
  const text = readSigned(signingKey, PURPOSE, clientId)
  if (text === undefined) return undefined
  const client = JSON.parse(text) as AssistantClient
  return isRedirect(redirectUri) && client.redirects.some((one) => isRegistered(redirectUri, one)) ? client : undefined
}
