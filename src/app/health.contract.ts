import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'

/** Whether this process lives, and whether it can serve. */
export const health = contract({
  alive: operation({
    method: 'GET',
    path: '/health',
    summary: 'This process is running.',
    access: 'public',
    response: z.object({ Status: z.literal('alive'), Version: z.string() }),
    example: { as: 'anonymous' },
  }),
  ready: operation({
    method: 'GET',
    path: '/ready',
    summary: 'The database answers and every migration is applied. Until then, and after a newer version has taken over, the answer is 503.',
    access: 'public',
    response: z.object({
      Status: z.literal('ready'),
      /** How much of the sample's fourteen months is there; null where there is no sample. */
      SamplePercent: z.nullable(z.int()),
    }),
    example: { as: 'anonymous' },
  }),
})
