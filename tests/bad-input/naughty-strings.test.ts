import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithShared } from '../shared-folder.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { bigList, naughtyStrings } from './corpus.ts'
import { takesOrRefuses, textCallsOf } from './naughty-texts.ts'
import { Sender } from './sender.ts'

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

  it('are all there', () => {
    expect(bigList()).toHaveLength(515)
    expect(naughtyStrings().length).toBeGreaterThan(1500)
    expect(textCallsOf(0, 1).length).toBeGreaterThan(10)
    expect([...textCallsOf(0, 2), ...textCallsOf(1, 2)].map(([call]) => call).sort()).toEqual(
      textCallsOf(0, 1)
        .map(([call]) => call)
        .sort(),
    )
  })

  it.each(textCallsOf(0, 2))('%s takes each or refuses it in words, in every text field', (_call, call) => takesOrRefuses(app, sender, call), 120_000)
})
