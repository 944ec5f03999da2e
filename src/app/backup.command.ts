import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { takeBackup } from '#platform/backup/backup.ts'
import { progressBar } from '#platform/progress-bar.ts'
import { argumentsOf, type Command, WrongUsage } from './command.ts'

/** Everything in one file, while the server goes on working. */
export const backup: Command = {
  name: 'backup',
  summary: 'Write the whole database to one file. The server can keep running.',
  usage: '<file>',
  notes: [
    'An existing file with that name is replaced once the new one is complete. The file is compressed, and only you can read it:',
    "it has people's names and the hashes of their passwords. It leaves out sessions, e-mailed links and everything that",
    'belongs only to this installation, so everybody has to sign in again after a restore.',
  ],
  async run(args, { databaseUrl, tell, signal }) {
    const [named = ''] = argumentsOf(args, {}, ['file']).words
    const file = resolve(named)
    if (existsSync(file) && statSync(file).isDirectory()) throw new WrongUsage(`${named} is a folder. Name a file in it.`)
    const began = performance.now()
    const url = await databaseUrl()
    const bar = progressBar('Backing up')
    const { tables, rows, bytes } = await takeBackup(url, file, { onProgress: bar.update, signal }).finally(bar.done)
    tell(`${count(rows)} rows of ${tables} tables are in ${named} (${size(bytes)}), written in ${seconds(began)} s.`)
  },
}

const count = (n: number) => n.toLocaleString('en')
const size = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`)
const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
