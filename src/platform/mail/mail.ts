import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { newName } from '#platform/access/secrets.ts'
import type { Settings } from '#platform/settings.ts'

export interface Mail {
  to: { name: string; address: string }
  /** Who it seems to come from; the address stays the house's own. */
  senderName?: string | undefined
  subject: string
  text: string
  html: string
  /** Beside those of every mail. */
  headers?: Record<string, string>
  attachments?: { filename: string; content: string | Buffer; contentType: string }[]
  /** The same for every try of one mail, so that whoever is handed it twice knows it again. */
  messageId?: string
}

export interface Mailer {
  /** Hands a mail over. @throws Error when the mail server does not take it; the job that sends it tries again later. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Where mails go, for the text at the start. */
export const mailPlace = (settings: Settings): string =>
  settings.smtpUrl
    ? `sent through ${new URL(settings.smtpUrl).host}`
    : `SMTP_URL is not set, so no e-mail is sent. Each one is saved as a file in ${mailFolder(settings)}`

const mailFolder = (settings: Settings) => join(settings.dataFolder, 'mail')

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/** A mailer by SMTP_URL; without one, mails become .eml files that any mail program opens. */
export const createMailer = (settings: Settings): Mailer => (settings.smtpUrl ? smtpMailer(settings, settings.smtpUrl) : fileMailer(settings))

const smtpMailer = (settings: Settings, url: string): Mailer => {
  const transport = nodemailer.createTransport({ url, ...TIMEOUTS })
  return {
    send: async (mail) => {
      const sent = await transport.sendMail(messageOf(settings, mail))
      if (sent.rejected.length > 0) throw new Error('The mail server refused the recipient.')
    },
    close: () => transport.close(),
  }
}

const fileMailer = (settings: Settings): Mailer => {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(settings, mail))
      const folder = mailFolder(settings)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${newName()}.eml`)
      // Whoever watches the folder finds whole mails only.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    close: () => transport.close(),
  }
}

const messageOf = (settings: Settings, { senderName, ...mail }: Mail) => ({
  ...mail,
  from: senderName ? { name: senderName, address: addressIn(settings.mailFrom) } : settings.mailFrom,
  headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The address of "Daybook <daybook@example.com>", or of one that is nothing else. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
