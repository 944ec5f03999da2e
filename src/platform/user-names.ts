import type { Statements } from './sql.ts'

/** The names of people of the installation by their ids; the caller has made sure that the reader may know of them. */
export const userNames = async (sql: Statements, userIds: readonly number[]): Promise<Map<number, string>> => {
  if (userIds.length === 0) return new Map()
  const rows = await sql<{ user_id: number; display_name: string }[]>`select user_id, display_name from app_user where user_id = any(${[...userIds]}::int[])`
  return new Map(rows.map(({ user_id, display_name }) => [user_id, display_name]))
}
