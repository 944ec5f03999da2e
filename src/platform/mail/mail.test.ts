import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, expect, it } from 'vitest'
import { readSettings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import { createMailer, mailPlace } from './mail.ts'

const folder = mkdtempSync(join(tmpdir(), 'daybook-mail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = (more: Record<string, string> = {}) => readSettings({ DAYBOOK_DATA: folder, ...more }, ROOT)
const mail = { to: { name: 'Ruth "R" O’Hara, Bar', address: 'ruth@people.example' }, subject: 'Grüße 日本', text: 'Hello\n日本', html: '<p>Hello 日本</p>' }

it('without a mail server each mail is kept as a file that only its owner reads, and the start says where', async () => {
  const mailer = createMailer(settings())
  await mailer.send(mail)
  await mailer.send(mail)
  mailer.close()
  const files = readdirSync(join(folder, 'mail'))
  expect(files).toHaveLength(2)
  expect(files.every((name) => name.endsWith('.eml'))).toBe(true)
  const path = join(folder, 'mail', files[0] ?? '')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const read = await PostalMime.parse(readFileSync(path))
  expect(read).toMatchObject({ subject: 'Grüße 日本', to: [mail.to], from: { name: 'Daybook', address: 'daybook@localhost' } })
  expect(read.text?.trim()).toBe('Hello\n日本')
  expect(mailPlace(settings())).toBe(`SMTP_URL is not set, so no e-mail is sent. Each one is saved as a file in ${join(folder, 'mail')}`)
})

it('the start names the mail server without its password', () => {
  expect(mailPlace(settings({ SMTP_URL: 'smtps://house:very-secret@mail.example:465' }))).toBe('sent through mail.example:465')
})

it('a line break in a name or subject does not become a header', async () => {
  const mailer = createMailer(settings())
  await mailer.send({ ...mail, to: { name: 'Ruth\r\nBcc: all@evil.example', address: 'ruth@people.example' }, subject: 'Hello\r\nBcc: all@evil.example' })
  mailer.close()
  const newest = readdirSync(join(folder, 'mail')).sort().at(-1) ?? ''
  const read = await PostalMime.parse(readFileSync(join(folder, 'mail', newest)))
  expect(read.bcc).toBeUndefined()
  expect(read.to).toHaveLength(1)
  expect(read.headers.map(({ key }) => key)).not.toContain('bcc')
})

it('a mail server that cannot be reached is an error, for the job to try again', async () => {
  const mailer = createMailer(settings({ SMTP_URL: 'smtp://127.0.0.1:1' }))
  await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED')
  mailer.close()
})
