import * as z from 'zod/mini'
import { PlainName } from '#features/venues/venue-fields.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Id, IdNumber } from '#shared/fields.ts'

/** Of the key itself only how it begins is told again. */
const TillKey = z.object({
  KeyId: z.int(),
  /** What the till is called. */
  Name: z.string(),
  LocationId: z.int(),
  Begins: z.string(),
  MadeAt: z.string(),
  /** When a till last came with it; to the minute. */
  LastUsedAt: z.nullable(z.string()),
})
export type TillKey = z.output<typeof TillKey>

const access = ['can_editsettings'] as const

/** The keys by which tills send what they sell. */
export const tillKeys = contract({
  tillKeys: operation({
    method: 'GET',
    path: '/tillkeys',
    summary: 'The till keys of the locations granted to you, newest first, without revoked ones.',
    access,
    response: z.object({ Keys: z.array(TillKey) }),
    example: { as: 'owner' },
  }),
  makeTillKey: operation({
    method: 'POST',
    path: '/tillkeys',
    summary: 'Make the key that a till of a location uses to send sales to /pos/v1/sales. It is shown once. A location can have at most 20.',
    access,
    strict: true,
    barredWhileImpersonating: true,
    answersSecret: true,
    body: z.object({ LocationId: IdNumber, Name: PlainName(100) }),
    response: z.object({ Key: z.string() }),
    example: { as: 'owner', body: { LocationId: 2, Name: 'Till 2' } },
  }),
  revokeTillKey: operation({
    method: 'DELETE',
    path: '/tillkeys/:id',
    summary: 'Revoke the key of a till at once. Sales it has sent stay.',
    access,
    barredWhileImpersonating: true,
    params: z.object({ id: Id }),
    example: { as: 'owner', params: { id: '{till-key}' } },
  }),
})
