import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Config, Shows, VenueSettings } from '#features/venues/venue-config.contract.ts'
import { venueWords } from '#features/venues/venues.messages.ts'
import { ROOT } from '#platform/version.ts'
import { text } from '#shared/messages.ts'
import { deedWords } from './audit.messages.ts'
import { deedText, particularText, type Speaker } from './audit-words.rules.ts'
import { fieldWords } from './particulars.messages.ts'
import { type Names, particulars, subjectName } from './particulars.rules.ts'

const CALL = /(?:recordAudit\(|\.audit\(|auditRefusal\(|const event = )[\s\S]{0,300}?/
const ACTION = /\baction: '([a-z][\w-]*(?:\.[\w-]+)?)'|auditRefusal\([^)]*?'([a-z][\w-]*\.[\w-]+)'/g

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|e2e)\./.test(file))
  .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'))

it('every action of the audit trail has its words', () => {
  const actions = sources.flatMap((source) => {
    return CALL.test(source) ? [...source.matchAll(ACTION)].map(([, action, refusal]) => action ?? refusal ?? '') : []
  })
  expect(actions).toContain('session.companion-missing')
  expect(actions.length).toBeGreaterThan(15)
  expect([...new Set(actions)].filter((action) => !(action in deedWords.en))).toEqual([])
})

it('every particular that is written down has its words', () => {
  const kept = [...Object.keys(Config.shape), ...Object.keys(Shows.shape), ...Object.keys(VenueSettings.shape), 'PercentageFee', 'FixedFee']
  const inWords = ['AddedTags', 'RemovedTags', 'AddedRoles', 'RemovedRoles', 'AddedLocations', 'RemovedLocations', 'AllLocations']
  const written = sources
    .filter((source) => CALL.test(source))
    .flatMap((source) =>
      [...source.matchAll(/\bdetail(?:: | = )\{([^}]*)\}/g)].flatMap(([, fields]) => [...(fields ?? '').matchAll(/\b([A-Z]+[a-z]\w*)(?=[:,\s])/g)]),
    )
  const names = [...kept, ...inWords, ...written.map(([, name]) => name ?? '')]
  expect(names).toContain('SessionsEnded')
  expect([...new Set(names)].filter((name) => !(name in fieldWords.en) && !SAID_ALREADY.includes(name))).toEqual([])
})

/** The subject says it; or a word in a value, not a name. */
const SAID_ALREADY = ['UserId', 'Admin']

it('fields of settings are called as the settings call them', () => {
  const shared = Object.keys(fieldWords.en).filter((name) => name in venueWords.en && !/^Show|^FixedFee$/.test(name)) as (keyof typeof venueWords.en)[]
  expect(shared.length).toBeGreaterThan(15)
  for (const language of ['en', 'jp'] as const)
    expect(shared.map((name) => fieldWords[language][name as never])).toEqual(shared.map((name) => venueWords[language][name]))
})

const NAMES: Names = {
  user: new Map([[7, 'Mia Tanaka']]),
  employee: new Map([[4, 'Ana Costa']]),
  location: new Map([[2, 'Cellar']]),
  supplier: new Map([[1, 'Wattle Brewing']]),
  keyHolder: new Map(),
}
const ENGLISH: Speaker = {
  language: 'en',
  say: (all, key, values) => text(all, 'en', key, { loyalty: 'Regulars', tax: 'GST', ...values }),
  moment: (instant) => `at ${instant}`,
}
const JAPANESE: Speaker = { ...ENGLISH, language: 'jp', say: (all, key, values) => text(all, 'jp', key, { loyalty: 'Regulars', tax: 'GST', ...values }) }

const told = (action: string, subject: string, detail: Record<string, unknown>, speaker = ENGLISH) => [
  deedText({ Action: action, Subject: subject, SubjectName: subjectName({ action, subject, detail }, NAMES) }, speaker),
  ...particulars({ action, detail }, NAMES).map((particular) => {
    const { label, before, value } = particularText(particular, speaker)
    return `${label}: ${before === null ? value : `${before} → ${value}`}`
  }),
]

it('particulars leave out what says nothing, and what the subject says', () => {
  const detail = { UserId: 7, AddedRoles: ['Supervisor', 'Staff'], RemovedRoles: [], Comment: '', Version: null, Tries: 0, AllLocations: false }
  expect(told('employee.permissions-changed', '4', detail)).toEqual([
    'changed the permissions of Ana Costa',
    'Roles given: Supervisor, Staff',
    'All locations: no',
    'Tries: 0',
  ])
})

it('people, places, permissions and fields are told as the screens name them, in both languages', () => {
  const given = { AddedTags: ['can_viewsales', 'can_viewloyalty'], RemovedLocations: [2, 3] }
  expect(told('employee.access-changed', '4', given)).toEqual([
    'changed the access of Ana Costa',
    'Permissions given: View sales, View Regulars',
    'Locations removed: Cellar, #3',
  ])
  expect(told('employee.unlocked', '5', {})).toEqual(['unlocked employee 5'])
  expect(told('employee.access-changed', '4', given, JAPANESE)).toEqual([
    'Ana Costaのアクセスを変更しました',
    '付与した権限: 売上の閲覧、Regularsの閲覧',
    '外した店舗: Cellar、#3',
  ])
  expect(told('supplier.products', '1', { SupplierId: 1, Added: 3, Removed: 0 })).toEqual([
    'changed the products that Wattle Brewing supplies',
    'Products added: 3',
    'Products removed: 0',
  ])
  expect(told('report.exported', '/sales/day', { Locations: '2', Format: 'csv', ToDate: '2026-11-20', FromDate: '2026-11-01' })).toEqual([
    'exported a report: Sales Summary by day',
    'Locations: Cellar',
    'File: CSV',
    'From: 1 Nov 2026',
    'To: 20 Nov 2026',
  ])
  expect(told('access.refused', 'GET /employees', { Code: 'NotPermitted' })).toEqual([
    'was refused access: GET /employees',
    "Reason: You don't have access to this.",
  ])
})

it('days are written as people write them, and names are left alone', () => {
  expect(told('sheet.signed', 'Bar 2 2026-11-24', {})).toEqual(['signed off the control sheet of till Bar 2, 24 Nov 2026'])
  expect(told('sheet.signed', 'Bar 2 2026-11-24', {}, JAPANESE)).toEqual(['レジBar 2 2026年11月24日の日次締めシートを承認しました'])
  expect(told('journal.exported', '2026-11-01 – 2026-11-24', {})[0]).toContain('1 Nov 2026 – 24 Nov 2026')
  expect(told('role.made', 'From 2026-11-24', { Name: '2026-11-24' })[0]).toContain('From 2026-11-24')
  expect(told('role.made', 'x', { Name: '2026-11-24' })[1]).toContain('2026-11-24')
})

it('what was set up is told as it was and as it is', () => {
  const config = { LoyaltyName: ['', 'Regulars'], WeekStart: ['1', '7'], VoucherPoints: ['{"20":2000,"25":2500}', '{"20":1800,"25":2500}'] }
  expect(told('venue.config-changed', 'Harbour & Vine', config)).toEqual([
    'changed the general settings',
    'Name of the programme: nothing → Regulars',
    'Week starts on: Monday → Sunday',
    'Points for vouchers: 20: 2000, 25: 2500 → 20: 1800, 25: 2500',
  ])
  const fields = { '2 Name': ['Cellar bar', 'Cellar'], '2 Hours from 2000-01-01': ['Australia/Sydney 05:00', 'Australia/Perth 05:00'] }
  expect(told('venue.locations-changed', 'Harbour & Vine', fields)).toEqual([
    'changed locations',
    'Cellar: Name: Cellar bar → Cellar',
    'Cellar: Time zone and start of the trading day: Australia/Sydney 05:00 → Australia/Perth 05:00',
  ])
  expect(told('venue.settings-changed', '', { ReportRecipients: ['[]', '["a@b.example","c@d.example"]'] })[1]).toBe(
    'Report recipients: nothing → a@b.example, c@d.example',
  )
})
