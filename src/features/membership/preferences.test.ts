import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'

let app: StartedApp
const mail = new MailServer()
let venueId: number
let made = 0

beforeAll(async () => {
  app = await startApp({ environment: { SMTP_URL: await mail.start() } })
  venueId = (await makeVenue(app.database, 'The Looking Glass')).venueId
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})

const person = async (tags: Parameters<typeof employ>[3] = []) => {
  const who = await makePerson(app.database, `chooser-${++made}`)
  return { ...who, employeeId: await employ(app.database, who, venueId, tags) }
}
const at = (visitor: Visitor, userId = visitor.userId) => `/users/${userId}/preferences`
const chosenBy = async (visitor: Visitor) => (await visitor.call('GET', at(visitor))).body
const codeOf = (answer: { body: { ResponseStatus?: { ErrorCode: string } } }) => answer.body.ResponseStatus?.ErrorCode

describe('preferences', () => {
  it('belong to the person: chosen on one browser, had on another, from the moment the password is proved', async () => {
    const who = await person()
    const here = await signedIn(app.url, who.userName, PASSWORD)
    expect(await chosenBy(here)).toEqual({ Language: null, Theme: null, Density: null, Shortcuts: null, Columns: {} })
    const all = { Language: 'jp', Theme: 'dark', Density: 'compact', Shortcuts: false, Columns: { 'plu-sales': ['Net', 'Cost'] } }
    const answer = await here.call('PUT', at(here), { body: all })
    expect([answer.status, answer.body]).toEqual([200, all])
    const there = new Visitor(app.url)
    await there.signIn(who.userName, PASSWORD)
    expect(await chosenBy(there)).toEqual(all)
  })

  it('stay where a choice leaves them out', async () => {
    const here = await signedIn(app.url, (await person()).userName, PASSWORD)
    await here.call('PUT', at(here), { body: { Theme: 'dark', Shortcuts: true } })
    await here.call('PUT', at(here), { body: { Theme: 'system', Density: 'standard' } })
    await here.call('PUT', at(here), { body: {} })
    expect(await chosenBy(here)).toEqual({ Language: null, Theme: 'system', Density: 'standard', Shortcuts: true, Columns: {} })
  })

  it('keep the columns of each table apart, and null goes back to the main ones', async () => {
    const here = await signedIn(app.url, (await person()).userName, PASSWORD)
    const columnsOf = async () => (await chosenBy(here)).Columns
    await here.call('PUT', at(here), { body: { Columns: { media: ['Net', 'Tips'] } } })
    await here.call('PUT', at(here), { body: { Columns: { 'daily-sales': ['Tax', 'Net'] } } })
    expect(await columnsOf()).toEqual({ media: ['Net', 'Tips'], 'daily-sales': ['Tax', 'Net'] })
    await here.call('PUT', at(here), { body: { Columns: { media: null, 'daily-sales': ['Net'] } } })
    expect(await columnsOf()).toEqual({ 'daily-sales': ['Net'] })
  })

  it.each([
    ['a language it does not speak', { Language: 'fr' }, 'Language'],
    ['a theme nobody drew', { Theme: 'sepia' }, 'Theme'],
    ['a row height there is not', { Density: 'tiny' }, 'Density'],
    ['a word for a switch', { Shortcuts: 'off' }, 'Shortcuts'],
    ['a table there is not', { Columns: { elsewhere: ['Net'] } }, 'Columns'],
    ['a column with no name', { Columns: { media: [''] } }, 'Columns.media.0'],
    ['no columns at all', { Columns: { media: [] } }, 'Columns.media'],
    ['nothing as a choice', { Theme: null }, 'Theme'],
  ])('refuses %s, and keeps nothing of it', async (_what, wrong, field) => {
    const here = await signedIn(app.url, (await person()).userName, PASSWORD)
    const answer = await here.call('PUT', at(here), { body: { Density: 'compact', ...wrong } })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'ValidationFailed'])
    expect(answer.body.ResponseStatus?.Errors?.map(({ FieldName }) => FieldName)).toEqual([field])
    expect(await chosenBy(here)).toEqual({ Language: null, Theme: null, Density: null, Shortcuts: null, Columns: {} })
  })

  it("are nobody else's to read or to change", async () => {
    const [ann, ben] = [await person(), await person()]
    const here = await signedIn(app.url, ann.userName, PASSWORD)
    expect((await here.call('GET', at(here, ben.userId))).status).toBe(404)
    expect((await here.call('PUT', at(here, ben.userId), { body: { Theme: 'dark' } })).status).toBe(404)
    expect(await chosenBy(await signedIn(app.url, ben.userName, PASSWORD))).toMatchObject({ Theme: null })
  })

  it('are not changed by whoever acts as the person', async () => {
    const [ann, ben] = [await person(['can_impersonate', 'can_viewsales']), await person(['can_viewsales'])]
    const here = await signedIn(app.url, ann.userName, PASSWORD)
    const body = { EmployeeId: ben.employeeId, VenueId: venueId, Reason: 'To see what they see' }
    const begun = await here.call<{ Token: string; UserId: number }>('POST', `/venue/${venueId}/employees/${ben.employeeId}/impersonate`, { body })
    expect(begun.status, JSON.stringify(begun.body)).toBe(200)
    here.authorization = `Bearer ${begun.body.Token}`
    const refused = await here.call('PUT', at(here, ben.userId), { body: { Theme: 'dark' } })
    expect([refused.status, codeOf(refused)]).toEqual([403, 'NotWhileImpersonating'])
    expect(await chosenBy(await signedIn(app.url, ben.userName, PASSWORD))).toMatchObject({ Theme: null })
  })

  it('decide the language of mails to the person, unless they ask in another', async () => {
    const who = await person()
    const here = await signedIn(app.url, who.userName, PASSWORD)
    const ask = (Language?: string) =>
      new Visitor(app.url).call('POST', '/users/requestpassword', { body: { UserId: who.userName, ...(Language ? { Language } : {}) } })
    await ask()
    expect((await mail.next(who.email)).html).toContain('<html lang="en">')
    await here.call('PUT', at(here), { body: { Language: 'jp' } })
    await ask()
    expect((await mail.next(who.email)).html).toContain('<html lang="ja">')
    await ask('en')
    expect((await mail.next(who.email)).html).toContain('<html lang="en">')
  })
})
