import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { readyAfterRestore, restoreBackup } from '#platform/backup/backup-restore.ts'
import { progressBar } from '#platform/progress-bar.ts'
import { argumentsOf, type Command } from './command.ts'

/** A backup into an empty database, or in the place of what is there: all of it or nothing. */
export const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty database. Use --replace to replace everything in a database.',
  usage: '<file> [--replace]',
  notes: [
    'Stop the server first. Every row is compared with the backup before the restore takes effect. If the file is damaged or',
    'incomplete, or anything else goes wrong, the database stays as it was. A backup from an older version is brought',
    'up to date. Everybody signs in again afterwards.',
  ],
  async run(args, { databaseUrl, tell, signal }) {
    const { values, words } = argumentsOf(args, { replace: { type: 'boolean' } }, ['file'])
    const file = resolve(words[0] ?? '')
    accessSync(file, constants.R_OK)
    const began = performance.now()
    const url = await databaseUrl({ alone: true })
    const filling = progressBar('Restoring')
    const checking = progressBar('Checking')
    const onCheck = (part: number) => {
      filling.done()
      checking.update(part)
    }
    const { tables, rows, header, migrated } = await restoreBackup(url, file, {
      replace: values.replace ?? false,
      onProgress: filling.update,
      onCheck,
      signal,
    }).finally(checking.done)
    await readyAfterRestore(url)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    tell(
      `The backup of ${header.takenAt.slice(0, 16).replace('T', ' ')} UTC is restored: ${rows.toLocaleString('en')} rows of ${tables} tables, in ${seconds} s.`,
    )
    if (migrated.length > 0) tell(`It was from an older version and was brought up to date: ${migrated.join(', ')}.`)
  },
}
