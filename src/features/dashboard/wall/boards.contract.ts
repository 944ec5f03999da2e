import * as z from 'zod/mini'
import { UserConfig } from '#features/membership/membership.contract.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { IdNumber, shortText } from '#shared/fields.ts'

const Board = z.object({
  BoardId: z.string(),
  Name: z.string(),
  /** Whose dashboard it shows. */
  By: z.string(),
  /** Whether that is the reader. */
  Mine: z.boolean(),
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string() })),
  Since: z.string(),
  LastSeen: z.string(),
  /** When it ends by itself. */
  Until: z.string(),
})
export type Board = z.infer<typeof Board>

export const NewBoard = z.object({
  /** As the screen shows it; capitals, spaces and dashes do not matter. */
  Code: shortText(20, 1),
  /** Where the screen hangs. */
  Name: shortText(60, 1).check(z.refine((name) => name.trim() !== '', 'must not be empty')),
  Locations: z.array(IdNumber).check(z.minLength(1), z.maxLength(500)),
})

const mayLookAfter = { anyOf: ['can_viewdashboard', 'can_editsettings'] } as const

/** Wall screens: a screen shows a code, somebody claims it, and from then on it shows their dashboard until it is taken down. */
export const boards = contract({
  askPairing: operation({
    method: 'POST',
    path: '/boards/pairings',
    summary: 'Ask for a code to show on this screen. The code works once, for ten minutes. A cookie identifies the screen.',
    access: 'public',
    answersSecret: true,
    response: z.object({ Code: z.string(), Seconds: z.int() }),
    example: { as: 'anonymous' },
  }),
  pairing: operation({
    method: 'GET',
    path: '/boards/pairings',
    summary: 'Whether someone has entered the code of this screen, so that it shows a dashboard.',
    access: 'public',
    response: z.object({ Paired: z.boolean() }),
    example: { as: 'anonymous' },
  }),
  boardNow: operation({
    method: 'GET',
    path: '/boards/now',
    summary: 'The name of this wall screen, how its venue is set up, and its locations. A signed-in person gets the same about themselves, without a name.',
    access: ['can_viewdashboard'],
    response: z.object({ Name: z.nullable(z.string()), Tags: z.array(z.string()), Config: UserConfig }),
    example: { as: 'owner' },
  }),
  boards: operation({
    method: 'GET',
    path: '/boards',
    summary: 'The wall screens you started. With can_editsettings also those of others, if all their locations are yours.',
    access: mayLookAfter,
    response: z.object({ Boards: z.array(Board) }),
    example: { as: 'owner' },
  }),
  showOnBoard: operation({
    method: 'POST',
    path: '/boards',
    summary: 'Show your dashboard, for some of your locations, on the screen with this code. It is read only and ends after 30 days or when someone stops it.',
    access: ['can_viewdashboard'],
    strict: true,
    barredWhileImpersonating: true,
    allowance: 'code',
    body: NewBoard,
    response: z.object({ BoardId: z.string() }),
    example: { as: 'owner', body: { Code: '{pairing}', Name: 'Kitchen', Locations: [1] } },
  }),
  takeDown: operation({
    method: 'DELETE',
    path: '/boards/:boardId',
    summary: 'Stop a wall screen from your list. It shows nothing from this moment on.',
    access: mayLookAfter,
    barredWhileImpersonating: true,
    params: z.object({ boardId: shortText(64, 1) }),
    example: { as: 'owner', params: { boardId: '{board}' } },
  }),
})
