import { BOARD_COOKIE_SECONDS, beginBoard, boardsOf, isPaired, type Board as KeptBoard, newPairing } from '#platform/access/boards.ts'
import { endSession } from '#platform/access/sessions.ts'
import { asStranger, networkOf } from '#platform/access/sign-in-limits.ts'
import { userNames } from '#platform/access/user-names.ts'
import { venueConfig } from '#platform/access/venue-config.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { boardCookie, isSecure } from '#platform/web/caller.ts'
import { implement } from '#platform/web/implement.ts'
import { countIn } from '#platform/web/limits.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { type Board, boards } from './boards.contract.ts'

const CODES_PER_HOUR = 60

export const boardsImplementation = implement(boards, {
  askPairing: ({ caller, service }) =>
    asStranger(async () => {
      const { house } = service.database
      if ((await countIn(house, 'board-code', networkOf(caller.ip), 3600)) > CODES_PER_HOUR) throw failure('TooManyRequests', {}, [], 600)
      const cookie = boardCookie(isSecure(service))
      const { code, device, seconds } = await newPairing(house, caller.cookie(cookie), caller)
      caller.setCookie(cookie, device, { maxAgeSeconds: BOARD_COOKIE_SECONDS, httpOnly: true })
      return { Code: code, Seconds: seconds }
    }),

  pairing: async ({ caller, service }) => {
    const device = caller.cookie(boardCookie(isSecure(service)))
    return { Paired: device !== undefined && (await asStranger(() => isPaired(service.database.house, device))) }
  },

  boardNow: async ({ venue, session }) => ({
    Name: session.boardName ?? null,
    Tags: [...venue.tags],
    Config: { ...(await venueConfig(venue)), FirstRun: false, Home: null },
  }),

  boards: async ({ venue }) => {
    const seen = (await boardsOf(venue.sql, venue.venueId)).filter((board) => maySee(venue, board))
    const names = await userNames(
      venue.sql,
      seen.map(({ userId }) => userId),
    )
    return { Boards: seen.map((board) => boardShown(venue, board, names.get(board.userId) ?? '')) }
  },

  showOnBoard: async ({ venue, body }) => {
    const { holder, venueId } = venue
    if (holder.kind !== 'person') throw failure('NotPermitted')
    const locations = [...new Set(body.Locations)]
    venue.chosenLocations(locations)
    const name = body.Name.trim()
    const boardId = await beginBoard(venue.sql, body.Code, { userId: holder.userId, venueId, employeeId: holder.employeeId, name, locations })
    if (boardId === undefined)
      throw fieldFailure(
        'Code',
        'This code does not work. It was already used, is older than ten minutes, or was mistyped. Type the code that the screen shows now.',
        'NotFound',
      )
    await venue.audit({ action: 'board.shown', subject: name, detail: { Locations: locations } })
    return { BoardId: boardId }
  },

  takeDown: async ({ venue, params }) => {
    const [board] = await boardsOf(venue.sql, venue.venueId, params.boardId)
    if (!board || !maySee(venue, board)) throw failure('NotFound')
    if (!(await endSession(venue.sql, board.boardId, 'taken down'))) throw failure('NotFound')
    await venue.audit({ action: 'board.taken-down', subject: board.name, detail: { Locations: board.locations } })
  },
})

const isMine = ({ holder }: VenueScope, { userId }: KeptBoard): boolean => holder.kind === 'person' && holder.userId === userId

/** One's own; others' for whoever looks after the venue, and not where they show a location that does not exist for them. */
const maySee = (venue: VenueScope, board: KeptBoard): boolean =>
  isMine(venue, board) ||
  (venue.tags.includes('can_editsettings') && board.locations.every((id) => venue.locations.some(({ locationId }) => locationId === id)))

const boardShown = (venue: VenueScope, board: KeptBoard, By: string): Board => ({
  BoardId: board.boardId,
  Name: board.name,
  By,
  Mine: isMine(venue, board),
  Locations: venue.locations
    .filter(({ locationId }) => board.locations.includes(locationId))
    .map(({ locationId, name }) => ({ LocationId: locationId, Name: name })),
  Since: board.since.toISOString(),
  LastSeen: board.lastSeen.toISOString(),
  Until: board.until.toISOString(),
})
