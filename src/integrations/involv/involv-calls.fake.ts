import type { Asked, Said } from '#integrations/stand-in.fake.ts'
import type { FakeMember, InvolvBooks } from './involv-books.fake.ts'

const refused = (status: number, error: string): Said => ({ status, json: { error } })
const MOST_A_PAGE = 100
const TRANSACTIONS_A_PAGE = 50

/** The calls of an account: its members, what moved their points, and adjusting them. Anything that is not as it should be is refused. */
export const involvApi = (path: string, asked: Asked, books: InvolvBooks): Said => {
  const { method, query } = asked
  if (path === '/members') return method === 'GET' ? members(query, books) : refused(405, 'method_not_allowed')
  const [, id = '', rest] = /^\/members\/([\w-]+)(?:\/(transactions|adjustments))?$/.exec(path) ?? []
  const member = books.members.get(id)
  if (!member) return refused(404, 'member_not_found')
  if (rest === 'adjustments') return method === 'POST' ? adjusted(asked, member, books) : refused(405, 'method_not_allowed')
  if (method !== 'GET') return refused(405, 'method_not_allowed')
  return rest === 'transactions' ? transactions(query, member, books) : { status: 200, json: member }
}

/** The same without pages: members are found by their card alone, and lists are lists. */
export const plainInvolvApi = (path: string, asked: Asked, books: InvolvBooks): Said => {
  const { query, method } = asked
  if (path === '/members' && method === 'GET') {
    if ([...query.keys()].join() !== 'card') return refused(400, 'card_is_needed')
    return { status: 200, json: [...books.members.values()].filter(({ card_number }) => card_number === query.get('card')) }
  }
  const member = /^\/members\/([\w-]+)\/transactions$/.exec(path)?.[1]
  if (member === undefined || method !== 'GET') return involvApi(path, asked, books)
  if (unknownIn(query, ['from', 'to'])) return refused(400, 'unknown_parameter')
  if (!books.members.has(member)) return refused(404, 'member_not_found')
  const since = Date.parse(query.get('from') ?? '')
  const found = books.transactions.filter((one) => one.member_id === member && !(Date.parse(one.occurred_at) < since))
  return { status: 200, json: found.map(shown) }
}

const unknownIn = (query: URLSearchParams, names: readonly string[]): boolean => [...query.keys()].some((name) => !names.includes(name))

const members = (query: URLSearchParams, books: InvolvBooks): Said => {
  if (unknownIn(query, ['card', 'limit', 'after'])) return refused(400, 'unknown_parameter')
  const limit = Number(query.get('limit') ?? MOST_A_PAGE)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_A_PAGE) return refused(400, 'limit_is_at_most_100')
  const card = query.get('card')
  const all = [...books.members.values()].filter(({ card_number }) => card === null || card_number === card)
  const after = query.get('after')
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  if (after !== null && from === 0) return refused(400, 'unknown_cursor')
  const page = all.slice(from, from + limit)
  return { status: 200, json: { members: page, next: from + limit < all.length ? (page.at(-1)?.id ?? null) : null } }
}

const transactions = (query: URLSearchParams, { id }: FakeMember, books: InvolvBooks): Said => {
  if (unknownIn(query, ['from', 'to', 'after'])) return refused(400, 'unknown_parameter')
  const [from, to] = [query.get('from'), query.get('to')].map((moment) => (moment === null ? Number.NaN : Date.parse(moment)))
  if ((query.has('from') && Number.isNaN(from)) || (query.has('to') && Number.isNaN(to))) return refused(400, 'not_a_moment')
  const found = books.transactions
    .filter((one) => one.member_id === id)
    .filter(({ occurred_at }) => !((from ?? Number.NaN) > Date.parse(occurred_at)) && !((to ?? Number.NaN) < Date.parse(occurred_at)))
  const after = query.get('after')
  const start = after === null ? 0 : found.findIndex((one) => one.id === after) + 1
  if (after !== null && start === 0) return refused(400, 'unknown_cursor')
  const page = found.slice(start, start + TRANSACTIONS_A_PAGE)
  return {
    status: 200,
    json: {
      transactions: page.map(({ member_id: _, ...shown }) => shown),
      next: start + TRANSACTIONS_A_PAGE < found.length ? (page.at(-1)?.id ?? null) : null,
    },
  }
}

/** The same key again is the same adjustment; with other contents it is refused. Nobody is adjusted below zero. */
const adjusted = ({ headers, text }: Asked, member: FakeMember, books: InvolvBooks): Said => {
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return refused(415, 'json_only')
  const sent = jsonIn(text)
  if (!sent) return refused(400, 'not_json')
  const { points, reason, idempotency_key: key, ...more } = sent
  if (Object.keys(more).length > 0) return refused(400, 'unknown_field')
  if (!Number.isInteger(points) || points === 0) return refused(400, 'points_must_be_a_whole_number')
  if (typeof reason !== 'string' || reason === '') return refused(400, 'reason_is_missing')
  if (typeof key !== 'string' || key.length < 1 || key.length > 64) return refused(400, 'idempotency_key_is_missing')
  const asked = JSON.stringify([member.id, points, reason])
  const before = books.taken.get(key)
  if (before) return before.asked === asked ? { status: 200, json: shown(before.transaction) } : refused(409, 'idempotency_key_reused')
  if (member.points_balance + (points as number) < 0) return refused(422, 'balance_below_zero')
  const transaction = books.move(member.id, 'adjust', points as number)
  books.taken.set(key, { asked, transaction })
  return { status: 201, json: shown(transaction) }
}

const shown = ({ member_id: _, ...transaction }: { member_id: string }): unknown => transaction

const jsonIn = (text: string): Record<string, unknown> | undefined => {
  try {
    const sent = JSON.parse(text) as unknown
    return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
