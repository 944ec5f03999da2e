import type { Tag } from '#shared/permissions.ts'
import { employ, makePerson, PASSWORD } from './people.ts'
import type { StartedApp } from './start-app.ts'
import { type Answered, signedIn, Visitor } from './visitor.ts'

/** A screen that shows a code. */
export const screenWithCode = async ({ url }: StartedApp) => {
  const screen = new Visitor(url)
  const asked = await screen.call<{ Code: string; Seconds: number }>('POST', '/boards/pairings')
  return { screen, asked, code: asked.body.Code }
}

/** Puts somebody's dashboard on the screen with a code. */
export const claim = (who: Visitor, Code: string, Locations: readonly number[], Name = 'Kitchen') =>
  who.call<{ BoardId: string }>('POST', '/boards', { body: { Code, Name, Locations } })

/** A screen that shows somebody's dashboard. */
export const screenOf = async (app: StartedApp, who: Visitor, locations: readonly number[], name?: string) => {
  const { screen, code } = await screenWithCode(app)
  const { status, body } = await claim(who, code, locations, name)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { screen, boardId: body.BoardId }
}

let people = 0
/** Somebody of the sample venue, signed in. */
export const someone = async ({ database, url }: StartedApp, tags: readonly Tag[], locations: 'all' | readonly number[] = 'all') => {
  const person = await makePerson(database, `wall-${++people}`)
  const employeeId = await employ(database, person, 1, tags, locations)
  return { person, employeeId, visitor: await signedIn(url, person.userName, PASSWORD) }
}

export const setTags = ({ database }: StartedApp, employeeId: number, tags: readonly Tag[]) =>
  database.inVenue(1, (sql) => sql`update employee set tags = ${[...tags]} where venue_id = 1 and employee_id = ${employeeId}`)

/** The net sales of a Sales Summary. */
export const netOf = (body: unknown): unknown => (body as { Totals: { Net: number } }).Totals.Net

export const codeOf = ({ status, body }: Answered) => [status, body.ResponseStatus?.ErrorCode]
