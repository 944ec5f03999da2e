import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#platform/version.ts'

export interface NextVersion {
  /** Its folder, built as this one is. */
  project: string
  remove(): void
}

/** Makes a version of Daybook that is this one with more migrations, the last of all. */
export const nextVersion = (migrations: readonly string[]): NextVersion => {
  const project = mkdtempSync(join(tmpdir(), 'daybook-next-version-'))
  const link = (...path: string[]) => symlinkSync(join(ROOT, ...path), join(project, ...path))
  for (const name of readdirSync(ROOT)) if (!['db', 'dist', '.git', '.data'].includes(name)) link(name)
  mkdirSync(join(project, 'db'))
  for (const name of readdirSync(join(ROOT, 'db'))) if (name !== 'migrations') link('db', name)
  // What is run must lie there itself: it looks for its migrations beside it.
  cpSync(join(ROOT, 'dist/server'), join(project, 'dist/server'), { recursive: true })
  cpSync(join(ROOT, 'db/migrations'), join(project, 'db/migrations'), { recursive: true })
  for (const [index, sql] of migrations.entries()) writeFileSync(join(project, `db/migrations/90${String(index + 1).padStart(2, '0')}-next.sql`), sql)
  return { project, remove: () => rmSync(project, { recursive: true, force: true }) }
}
