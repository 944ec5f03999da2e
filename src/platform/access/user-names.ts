import type { Statements } from '#platform/database/sql.ts'

/** The names of people of the installation by their ids; the caller has made sure that the reader may know of them. */
export const userNames = async (sql: Statements, userIds: readonly number[]): Promise<Map<number, string>> => {
  if (userIds.length === 0) return new Map()
  const rows = await sql<{ user_id: number; display_name: string }[]>`select user_id, display_name from app_user where user_id = any(${[...userIds]}::int[])`
  return new Map(rows.map(({ user_id, display_name }) => [user_id, display_name]))
}

/** The names of suppliers of the installation by their ids. */
export const supplierNames = async (sql: Statements, supplierIds: readonly number[]): Promise<Map<number, string>> => {
  if (supplierIds.length === 0) return new Map()
  const rows = await sql<{ supplier_id: number; name: string }[]>`select supplier_id, name from supplier where supplier_id = any(${[...supplierIds]}::int[])`
  return new Map(rows.map(({ supplier_id, name }) => [supplier_id, name]))
}

/** The names of those who hold an API key, by their ids. */
export const keyHolderNames = async (sql: Statements, userIds: readonly number[]): Promise<Map<number, string>> => {
  if (userIds.length === 0) return new Map()
  const rows = await sql<{ user_id: number; name: string }[]>`select user_id, name from supplier_user where user_id = any(${[...userIds]}::int[])`
  return new Map(rows.map(({ user_id, name }) => [user_id, name]))
}

/** Returns the lower-case e-mails that users sign in with. */
export const loginEmails = async (sql: Statements, userIds: readonly number[]): Promise<string[]> => {
  const rows = await sql<{ email: string }[]>`select lower(email) as email from app_user where user_id = any(${[...userIds]}::int[]) and email is not null`
  return rows.map(({ email }) => email)
}
