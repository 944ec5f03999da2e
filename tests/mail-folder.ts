import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect, vi } from 'vitest'
import type { StartedApp } from './start-app.ts'

interface LinkedMail {
  mail: Email
  /** Path and fragment of the link. */
  link: string
}

/** Waits for a mail to an address with a link to a page, in the folder where a server without a mail server writes its mails. */
export const mailInFolder = (app: StartedApp, to: string, path: string): Promise<LinkedMail> =>
  vi.waitFor(
    async () => {
      for (const mail of await mailsIn(join(app.dataFolder, 'mail'))) {
        const link = new RegExp(`${path}#\\S+`).exec(mail.text ?? '')?.[0]
        if (link && mail.to?.some(({ address }) => address === to)) return { mail, link }
      }
      expect.fail(`No mail to ${to} has a link to ${path}.`)
    },
    { timeout: 30_000, interval: 100 },
  )

const mailsIn = (folder: string): Promise<Email[]> =>
  Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  )
