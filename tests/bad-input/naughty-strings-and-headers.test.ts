import { afterAll, beforeAll, expect, it } from 'vitest'
import { exports } from '#features/delivery/exports.contract.ts'
import { sampled } from '../sampled.ts'
import { describeWithShared } from '../shared-folder.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { bigList } from './corpus.ts'
import { takesOrRefuses, textCallsOf, wrongsIn } from './naughty-texts.ts'
import { Sender } from './sender.ts'

const HEADERS = ['idempotency-key', 'x-venue-id', 'x-xsrf-token', 'user-agent', 'cookie', 'authorization', 'accept', 'origin']

describeWithShared('naughty strings', () => {
  let app: StartedApp
  let sender: Sender

  beforeAll(async () => {
    app = await startApp()
    sender = new Sender(app)
  })
  afterAll(async () => {
    sender.wire.close()
    await app.close()
  })

  it.each(textCallsOf(1, 2))('%s takes each or refuses it in words, in every text field', (_call, call) => takesOrRefuses(app, sender, call), 120_000)

  it.each(HEADERS)('as the header %s each is taken or refused in words', async (header) => {
    const { body } = exports.prepare.example
    const sendable = bigList()
      .map((text) => Buffer.from(text).toString('latin1'))
      .filter(isHeader)
    expect(sendable.length).toBeGreaterThan(400)
    const some = sampled(sendable, (text) => `${header} ${text}`)
    const attempts = some.map((text) => ({ text, input: { body }, headers: { [header]: text } }))
    expect(await wrongsIn(sender, exports.prepare, attempts)).toEqual([])
  })
})

/** What a client can put into a header at all. */
const isHeader = (text: string): boolean => text !== '' && text.trim() === text && [...text].every((character) => character >= ' ' && character !== '\x7f')
