import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'

/** Whether this process lives, and whether it can serve. */
export const health = contract({
  alive: operation({
    method: 'GET',
    path: '/health',
    summary: 'This process is alive.',
    access: 'public',
    response: z.object({ Status: z.literal('alive'), Version: z.string() }),
    example: { as: 'anonymous' },
  }),
  ready: operation({
    method: 'GET',
    path: '/ready',
    summary: 'The database answers and every migration is applied; 503 until then, and from when a newer version has taken over.',
    access: 'public',
    response: z.object({
      Status: z.literal('ready'),
      /** How much of the sample's fourteen months is there; null where there is no sample. */
      SamplePercent: z.nullable(z.int()),
    }),
    example: { as: 'anonymous' },
  }),
})
