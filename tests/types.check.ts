import * as z from 'zod/mini'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import { messages } from '#shared/messages.ts'
import { call } from '#ui/api.ts'

// Nothing here runs. Each line marked @ts-expect-error is a mistake the compiler has to refuse; were it to accept one, the mark
// itself would be the error, and `npm run check` red.

const params = z.object({ card: z.string() })
const response = z.object({ Points: z.int() })
const example = { as: 'owner', params: { card: '1' } } as const

const loyalty = contract({
  card: operation({ method: 'GET', path: '/loyalty/:card/points', summary: '', access: ['can_viewloyalty'], params, response, example }),
  forget: operation({ method: 'DELETE', path: '/loyalty/:card', summary: '', access: ['can_editloyalty'], params, example }),
  open: operation({ method: 'GET', path: '/loyalty', summary: '', access: 'public', response, example: { as: 'anonymous' } }),
})

// A missing handler.
// @ts-expect-error
implement(loyalty, { card: () => ({ Points: 1 }), forget: () => {} })

implement(loyalty, {
  // A wrong answer shape.
  // @ts-expect-error
  card: () => ({ Points: 'many' }),
  forget: () => {},
  // A venue where nobody signed in to one.
  // @ts-expect-error
  open: ({ venue }) => ({ Points: venue.venueId }),
})

implement(loyalty, {
  // A parameter the path does not have.
  // @ts-expect-error
  card: ({ params }) => ({ Points: params.number.length }),
  forget: () => {},
  open: () => ({ Points: 0 }),
  // A handler for nothing.
  // @ts-expect-error
  remember: () => {},
})

// An unknown tag, alone, in a list and in a choice.
// @ts-expect-error
operation({ method: 'GET', path: '/x', summary: '', access: ['can_fly'], example })
// @ts-expect-error
operation({ method: 'GET', path: '/x', summary: '', access: ['can_viewsales', 'can_fly'], example })
// @ts-expect-error
operation({ method: 'GET', path: '/x', summary: '', access: { anyOf: ['can_fly'] }, example })
// An empty list, which would let everybody in.
// @ts-expect-error
operation({ method: 'GET', path: '/x', summary: '', access: [], example })
// Forgotten access.
// @ts-expect-error
operation({ method: 'GET', path: '/x', summary: '', example })
// A forgotten example, and one sent by nobody of the sample.
// @ts-expect-error
operation({ method: 'GET', path: '/x', summary: '', access: 'public' })
// @ts-expect-error
operation({ method: 'GET', path: '/x', summary: '', access: 'public', example: { as: 'somebody' } })
// A report without a table.
// @ts-expect-error
report({ path: '/x', summary: '', access: ['can_viewsales'], response, example })
// A column of the table that the answer does not have any more.
report({
  path: '/x',
  summary: '',
  access: ['can_viewsales'],
  response,
  example,
  // @ts-expect-error
  table: (answer) => ({ title: '', notes: [], columns: [], rows: [{ Sales: answer.Sales }] }),
})

// A missing Japanese text, and one too many.
// @ts-expect-error
messages({ save: 'Save', drop: 'Drop' }, { save: '保存' })
// @ts-expect-error
messages({ save: 'Save' }, { save: '保存', drop: '削除' })

// A failure that is not in the list.
// @ts-expect-error
failure('CardLost')

// Proof of access made by hand.
// @ts-expect-error
new VenueScope({})

// A call without its parameter, and an answer's field that is not there.
// @ts-expect-error
call(loyalty.card, {})
// @ts-expect-error
call(loyalty.card, { params: { card: '1' } }).then(({ Balance }) => Balance)
