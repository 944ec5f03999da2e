import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, vi } from 'vitest'

/** A real SMTP server on 127.0.0.1 that keeps what it is sent. */
export class MailServer {
  readonly mails: Email[] = []
  /** How often someone tried to hand a mail over, taken or not. */
  attempts = 0
  /** While set, every mail is refused for now. */
  refusing = false
  readonly #server: SMTPServer
  #port = 0

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          this.attempts += 1
          if (this.refusing) return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
          PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            this.mails.push(mail)
            done()
          }, done)
        })
      },
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.server.address()
    this.#port = typeof address === 'object' && address ? address.port : 0
    return `smtp://127.0.0.1:${this.#port}`
  }

  /** Waits for the next mail to an address and takes it. */
  async next(to: string): Promise<Email> {
    const found = () => this.mails.findIndex((mail) => mail.to?.some((one) => one.address === to))
    await vi.waitFor(() => expect(found(), `a mail to ${to}`).toBeGreaterThanOrEqual(0), { timeout: 15_000, interval: 50 })
    const [mail] = this.mails.splice(found(), 1)
    if (!mail) throw new Error('The mail went away.')
    return mail
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

/** The link in a mail and the token in it. */
export const linkIn = (mail: Email): { url: string; token: string } => {
  const url = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
  return { url, token: url.split('#')[1] ?? '' }
}
