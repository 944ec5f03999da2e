import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { imports } from '#features/imports/import.contract.ts'
import { intake } from '#features/intake/intake.contract.ts'
import { membership } from '#features/membership/membership.contract.ts'
import { invoices, type Receipt } from '#features/reports/receipts/invoices.contract.ts'
import { credentialOf } from '../credentials.ts'
import { exampleInput } from '../example-input.ts'
import { describeWithShared } from '../shared-folder.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { inParallel, WireClient, wireOf } from '../wire.ts'
import { bigList, naughtyStrings } from './corpus.ts'
import { wrongWith } from './sender.ts'

const BATCH = 200

describeWithShared('what is taken is shown byte for byte', () => {
  let app: StartedApp
  let wire: WireClient

  beforeAll(async () => {
    app = await startApp()
    wire = new WireClient(app.url, 4)
  })
  afterAll(async () => {
    wire.close()
    await app.close()
  })

  it('every text of a sale, on its receipt', async () => {
    const strings = naughtyStrings()
    const manager = await credentialOf(app.database, 'manager')
    const accepted: string[] = []
    for (let from = 0; from < strings.length; from += BATCH) {
      const Sales = strings.slice(from, from + BATCH).map((text, at) => saleOf(text, from + at))
      const answer = await wire.send(wireOf(intake.sendSales, { body: { Sales } }, { authorization: `Bearer ${SAMPLE_TILL_KEY}` }))
      expect(answer.status).toBe(200)
      const { Results } = answer.json as { Results: { Status: string; Errors: { Message: string }[] }[] }
      for (const [at, { Status, Errors }] of Results.entries()) {
        if (Status === 'accepted') accepted.push(strings[from + at] ?? '')
        else
          expect({ text: strings[from + at], Status, said: Errors.every(({ Message }) => Message.length > 8) && Errors.length > 0 }).toMatchObject({
            Status: 'rejected',
            said: true,
          })
      }
    }
    // Longer than a name may be, or not storable: the rest is.
    expect(accepted.length).toBeGreaterThan(strings.length * 0.75)
    const ids = await app.database.readVenue(
      1,
      (sql) => sql<{ sale_id: string; receipt: string }[]>`select sale_id::text, receipt from sale where receipt like 'naughty-%'`,
    )
    expect(ids).toHaveLength(accepted.length)
    const differing = await inParallel(ids, 4, async ({ sale_id, receipt }) => {
      if (Number(receipt.slice(8)) % 100 === 0) await app.database.house`delete from limit_counter`
      const shown = await wire.send(wireOf(invoices.receipt, { params: { id: sale_id } }, { authorization: manager }))
      const text = strings[Number(receipt.slice(8))] ?? ''
      return textsOf(shown.json as Receipt)
        .filter((each) => each !== text)
        .map((each) => `${JSON.stringify(text)} shown as ${JSON.stringify(each)}`)
    })
    expect(differing.flat()).toEqual([])
  }, 120_000)

  it('the name of a mapping, in the list of mappings', async () => {
    const owner = { authorization: await credentialOf(app.database, 'owner') }
    const kept: string[] = []
    const { Mapping } = imports.keepMapping.example.body as { Mapping: object }
    for (const [at, Name] of bigList().entries()) {
      if (at % 100 === 0) await app.database.house`delete from limit_counter`
      const answer = await wire.send(wireOf(imports.keepMapping, { body: { Name, Mapping } }, owner))
      if (answer.status === 204) kept.push(Name)
      else expect({ Name, status: answer.status, wrong: wrongWith(answer, Name) }).toEqual({ Name, status: 400, wrong: undefined })
    }
    expect(kept.length).toBeGreaterThan(400)
    const { json } = await wire.send(wireOf(imports.mappings, {}, owner))
    const shown = (json as { Mappings: { Name: string; BuiltIn: boolean }[] }).Mappings.filter(({ BuiltIn }) => !BuiltIn).map(({ Name }) => Name)
    expect(shown.sort()).toEqual([...new Set(kept)].sort())
  })

  it('a password, by signing in with it', async () => {
    // Each takes the time of two hashes: a part of the list, spread over all of it.
    const passwords = bigList().filter((text, at) => text.length >= 12 && at % 5 === 0)
    expect(passwords.length).toBeGreaterThan(40)
    for (const Password of passwords) {
      const { params, body } = await exampleInput(app, membership.changePassword)
      const link = (body as { EmployeeToken: string }).EmployeeToken
      const named = await wire.send(wireOf(membership.linkName, { params: { token: link } }))
      const { UserName } = named.json as { UserName: string }
      const set = await wire.send(wireOf(membership.changePassword, { params, body: { EmployeeToken: link, Password } }))
      if (set.status !== 204) {
        expect({ Password, status: set.status, code: set.errorCode }).toMatchObject({ status: 400 })
        continue
      }
      const signIn = (tried: string) => wire.send(wireOf(membership.signIn, { body: { UserName, Password: tried } }))
      expect({ Password, status: (await signIn(Password)).status }).toEqual({ Password, status: 200 })
      await app.database.house`delete from limit_counter`
    }
  }, 120_000)
})

/** A sale with the text wherever a till may send one of its own. */
const saleOf = (text: string, at: number) => ({
  SaleId: `naughty-${at}`,
  ClosedAt: '2026-11-14T12:34:56+11:00',
  ClerkId: `naughty-${at}`,
  ClerkName: text,
  Lines: [{ Plu: `N${at}`, Name: text, Quantity: '1', Gross: 1000, DiscountTotal: 100, Net: 900, Tax: 82 }],
  Discounts: [{ Id: `D${at}`, Name: text, Amount: 100, Kind: 'Amount' }],
  Tenders: [{ Method: 'Card', Amount: 900, Reference: text }],
  Totals: { Total: 900 },
})

const textsOf = ({ Staff, Lines, Adjustments, Tenders }: Receipt) => [
  Staff,
  ...Lines.map(({ Name }) => Name),
  ...Adjustments.map(({ Name }) => Name),
  ...Tenders.map(({ Reference }) => Reference),
]
