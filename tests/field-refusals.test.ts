import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { apiKeys } from '#features/api-keys/api-keys.contract.ts'
import { boards } from '#features/dashboard/wall/boards.contract.ts'
import { employees, invitations } from '#features/employees/employees.contract.ts'
import { userNameComplaint } from '#features/employees/employees.rules.ts'
import { roles } from '#features/employees/roles.contract.ts'
import { membership } from '#features/membership/membership.contract.ts'
import { ownLogin } from '#features/membership/own-login.contract.ts'
import { tokens } from '#features/membership/tokens/tokens.contract.ts'
import { supplierProducts } from '#features/stock/supplier-products.contract.ts'
import { venueAdmin } from '#features/venues/venue-admin.contract.ts'
import { venueConfig } from '#features/venues/venue-config.contract.ts'
import { ROOT } from '#platform/version.ts'
import { parse } from '#platform/web/read-input.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { Failure, type FieldError } from '#shared/failure.ts'
import { fieldRefusalInJapanese } from '#ui/call-error.ts'
import { isFreeText, nameOf, type Place, placesOf, withValue } from './bad-input/places.ts'

/** What people, venues and keys are entered and changed by. */
const CONTRACTS: Record<string, AnyOperation>[] = [
  apiKeys,
  boards,
  tokens,
  employees,
  invitations,
  membership,
  ownLogin,
  roles,
  supplierProducts,
  venueAdmin,
  venueConfig,
]
const WRITES = CONTRACTS.flatMap((operations) => Object.values(operations)).filter(({ body }) => body !== undefined)

const WRONG: readonly unknown[] = [null, [], {}, '', ' ', 'text', 'x'.repeat(3000), 'a\u0000b', 'a\u202eb', true, 0, -1, 1.5, 1e9, Number.NaN, ['', 1], [{}]]

/** An address has texts alone. */
const WRONG_TEXTS = WRONG.filter((wrong) => typeof wrong === 'string')

/** A body with one of its values, however deep, put in another one's place. */
const bent = (value: unknown, wrong: unknown): unknown[] => {
  if (Array.isArray(value))
    return [wrong, Array.from({ length: 3000 }, () => value[0]), ...value.flatMap((part, at) => bent(part, wrong).map((one) => value.with(at, one)))]
  if (value === null || typeof value !== 'object') return [wrong]
  const fields = Object.entries(value)
  return [
    wrong,
    { ...value, Surplus: 1 },
    ...fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name))),
    ...fields.flatMap(([name, part]) => bent(part, wrong).map((one) => ({ ...value, [name]: one }))),
  ]
}

const complaintsOf = ({ body, example, strict }: AnyOperation): FieldError[] =>
  refusedOf(body as never, (example as { body?: unknown } | undefined)?.body ?? {}, WRONG, strict === true)

const refusedOf = (schema: Parameters<typeof parse>[0], right: unknown, wrongs: readonly unknown[], strict = false): FieldError[] =>
  wrongs.flatMap((wrong) =>
    bent(right, wrong).flatMap((sent) => {
      try {
        parse(schema, sent, undefined, strict)
        return []
      } catch (refused) {
        return refused instanceof Failure ? refused.fields : []
      }
    }),
  )

it('what is wrong with a field of people, venues and keys is told in Japanese, whatever is sent', () => {
  const all = WRITES.flatMap(complaintsOf)
  expect(all.length).toBeGreaterThan(3000)
  expect([...new Set(all.filter((complaint) => fieldRefusalInJapanese(complaint) === undefined).map(({ Message }) => Message))]).toEqual([])
})

/** Every report that is asked by days. */
const REPORTS = operations
  .map(({ operation }) => operation)
  .filter(({ method, query, table }) => method === 'GET' && query !== undefined && table !== undefined)

it('what is wrong with a question asked of a report is told in Japanese, whatever is asked', () => {
  const all = REPORTS.flatMap(({ query, example }) => refusedOf(query as never, (example as { query?: object } | undefined)?.query ?? {}, WRONG_TEXTS))
  expect(REPORTS.length).toBeGreaterThan(30)
  expect([...new Set(all.filter((complaint) => fieldRefusalInJapanese(complaint) === undefined).map(({ Message }) => Message))]).toEqual([])
})

const FOLDERS = [
  'platform',
  'integrations/marketplace',
  ...['api-keys', 'employees', 'membership', 'reports', 'delivery', 'stock', 'venues'].map((feature) => `features/${feature}`),
]
/** Of addresses rather than forms; nobody fills them in. */
const NOT_IN_FORMS = ['format must be csv, xlsx or json.']

/** Sentences about fields as they stand in the source, with something in their blanks. */
const sentencesIn = (source: string) =>
  [...source.matchAll(/(?:fieldFailure\(\s*(?:`([^`]*)`|'([^']*)'|[^,]*),\s*|Message: )(?:`([^`]+)`|'([^']+)'|"([^"]+)")/g)].map(([, path, name, ...said]) => ({
    FieldName: (path ?? name ?? '').replaceAll(/\$\{\w+\}/g, 'Part'),
    Message: (said.find((one) => one !== undefined) ?? '').replaceAll(/\$\{\w+\}/g, 'Part').replaceAll(/\$\{[^}]*\}/g, '7'),
  }))

it('what rules find wrong with a field is told in Japanese', () => {
  const sentences = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, 'src', folder), { encoding: 'utf8', recursive: true })
      .filter((file) => /\.ts$/.test(file) && !/\.(test|e2e)\./.test(file))
      .flatMap((file) => sentencesIn(readFileSync(join(ROOT, 'src', folder, file), 'utf8'))),
  ).filter(({ FieldName, Message }) => FieldName !== '' && !NOT_IN_FORMS.includes(Message))
  expect(sentences.length).toBeGreaterThan(25)
  expect(sentences.filter((sentence) => fieldRefusalInJapanese(sentence) === undefined)).toEqual([])
})

it('what is wrong with a product, by itself or beside others, is told in Japanese', () => {
  const source = readFileSync(join(ROOT, 'src/features/stock/spec-check.rules.ts'), 'utf8')
  const sentences = [...source.matchAll(/complain\(\s*(?:'(\w+)'|[^']+'(\w+)' : '\w+'),\s*(?:`([^`]+)`|'([^']+)')/g)].map(
    ([, one, other, made = '', said]) => ({
      FieldName: one ?? other ?? '',
      Message: said ?? made.replaceAll(/\$\{[^}]*\}/g, '7'),
    }),
  )
  expect(sentences.length).toBeGreaterThan(20)
  expect(sentences.filter((sentence) => fieldRefusalInJapanese(sentence) === undefined)).toEqual([])
})

it('why a user name, or an Owner of a new venue, cannot be is told in Japanese', () => {
  const names = ['\u200b', 'with space', 'a@b.example'].map((name) => userNameComplaint(name, undefined) ?? '')
  const routes = readFileSync(join(ROOT, 'src/features/venues/venue-admin.routes.ts'), 'utf8')
  const owners = [...routes.matchAll(/^ {2}\w+: '([A-Z][^']+\.)',$/gm)].map(([, sentence]) => sentence ?? '')
  expect([names.length, owners.length]).toEqual([3, 3])
  const unknown = [...names, ...owners].filter((Message) => fieldRefusalInJapanese({ FieldName: 'UserName', Message }) === undefined)
  expect(unknown).toEqual([])
})

const UNPRINTABLE = [
  '\u0000',
  '\u0007',
  '\t',
  '\r',
  '\n',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u061c',
  '\u200e',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
]

/** Texts of several lines. */
const LINES = /\.(Note|Comments|Description|Address|About)$/
/** Secrets and what identifies an assistant are compared, never shown. */
const COMPARED = /\.(Password|CurrentPassword|Code|CurrentCode|EmployeeToken|token|PasswordUrl|PasswordURL|ClientId|RedirectUri|State)$/
/** Names that look up what exists: a sign-in, a card, whose key ignores these characters, and what tills, files and providers named. */
const LOOKED_UP = [
  /^body\.(UserName|UserId)$|^params\.id$/,
  /\.(card|from|to|old|new|CardNumber|FromCard|ToCard|OldCard|ReplacementCard)$/,
  /^query\.(Group|ProductGroup|Department|Supplier)$|^body\.(Supplier|Config\.PointsRates\.0\.ProductGroup)$/,
  /\.(Plu|Plus\.0|Items|Invoice|TerminalId|MemberId|AccountId|PlaceId|After)$/,
  /^body\.Mapping\.(Columns|Sheet|.*Names)\b/,
  /^body\.(Rows|Corrections)\.0\.Cells\.0$/,
  /^query\.(Report|Search)$|^body\.(Shows\.)?Search$/,
]
/** Parts of an answer that may be posted back and are not taken. */
const NOT_TAKEN = /^body\.(Config\.(Providers|Links|Domains|Terminals)|Locations\.0\.(Calendar|Terminals|Today))\b/
/** Tills and suppliers are not refused a sale for a character (SECURITY.md). */
const isOfPeople = ({ access }: AnyOperation) => access !== 'location-key' && !(typeof access === 'object' && 'supplierScope' in access)

/** Whether the call refuses a text there, or removes the sign from it as from the name of a file. */
const keepsOut = (operation: AnyOperation, place: Place, sign: string): boolean => {
  const input = withValue((operation.example ?? {}) as never, place, `a long enough text${sign}b`)
  try {
    return !JSON.stringify(parse(operation[place.where] as never, input[place.where], undefined, operation.strict === true)).includes(
      JSON.stringify(sign).slice(1, -1),
    )
  } catch (refused) {
    const here = place.path.join('.')
    return refused instanceof Failure && refused.fields.some(({ FieldName }) => FieldName !== '' && here.startsWith(FieldName))
  }
}

it('single-line text fields of every call refuse control characters, line breaks and direction marks', () => {
  const fields = operations
    .map(({ operation }) => operation)
    .filter(isOfPeople)
    .flatMap((operation) =>
      placesOf(operation)
        .filter(isFreeText)
        .map((place) => ({ operation, place, name: nameOf(place) })),
    )
    .filter(({ name }) => ![COMPARED, NOT_TAKEN, ...LOOKED_UP].some((exempt) => exempt.test(name)))
  expect(fields.length).toBeGreaterThan(200)
  const accepted = fields.flatMap(({ operation, place, name }) =>
    UNPRINTABLE.filter((sign) => !(LINES.test(name) && '\t\r\n'.includes(sign)))
      .filter((sign) => !keepsOut(operation, place, sign))
      .map((sign) => `${operation.method} ${operation.path} ${name} accepts U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
  expect(accepted).toEqual([])
})
