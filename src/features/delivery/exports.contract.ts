import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'

/** Any report as a file, for browsers: a link cannot carry the Token, so the query is posted and a link that works once is answered. */
export const exports = contract({
  prepare: operation({
    method: 'POST',
    path: '/exports',
    summary: 'Prepare a report as a file. The answer is a link that works once, for 60 seconds, in the same browser.',
    access: 'signed-in',
    allowance: 'export',
    answersSecret: true,
    body: z.object({
      /** The report's path below /api. */
      Path: z.string().check(z.maxLength(200), z.startsWith('/')),
      /** Its query, as it would stand in the address. */
      Query: z.record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(4000))),
      Format: z.enum(['csv', 'xlsx']),
    }),
    response: z.object({ Url: z.string(), ExpiresAt: z.string() }),
    example: { as: 'owner', body: { Path: '/sales/day', Query: { FromDate: '2026-11-09', ToDate: '2026-11-15' }, Format: 'csv' } },
  }),
  download: operation({
    method: 'GET',
    path: '/exports/:ticket',
    summary: 'The file behind a link of POST /exports. Access is checked again; the download is recorded in the activity.',
    access: 'public',
    answersFile: true,
    params: z.object({ ticket: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
    example: { as: 'owner', params: { ticket: '{export}' } },
  }),
})
