import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDeputy, DEPUTY_HOST as HOST } from '#tests/deputy-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AttentionAnswer } from './attention.contract.ts'

let house: LinkHouse
let owner: Visitor

beforeAll(async () => {
  house = await LinkHouse.open('Watched Links')
  await house.app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${house.room.venueId}`
  owner = await house.room.at('links-owner', [], 'all', ['Owner'])
  await freshDeputy(house)
}, 60_000)
afterAll(() => house.close())

const listed = async (who: Visitor) => (await who.call<AttentionAnswer>('GET', '/attention')).body.Items?.filter(({ Kind }) => Kind === 'Link')
const hourly = async () => {
  await house.perform('links.hourly')
  await house.work()
}

it('a link that needs somebody is listed for whoever may link its provider, until it works again', async () => {
  await house.linkDeputy(owner, HOST)
  await house.work()
  expect(await listed(owner)).toEqual([])
  house.deputy.install(HOST).denied.add('Timesheet')
  await hourly()
  expect(await listed(owner)).toMatchObject([{ Kind: 'Link', LocationId: null, Provider: 'Deputy', Trouble: 'Ended', Dismissed: null }])
  expect(await listed(await house.room.at('links-reader', ['can_viewdashboard', 'can_linkpayment']))).toEqual([])
  house.deputy.install(HOST).denied.clear()
  await hourly()
  expect(await listed(owner)).toEqual([])
})
