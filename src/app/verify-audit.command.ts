import { join } from 'node:path'
import { faultInWords } from '#platform/audit/audit-chain.ts'
import { copiedHeads, HEADS_FILE } from '#platform/audit/audit-heads.ts'
import { allChains } from '#platform/audit/audit-sealing.ts'
import { verifyTrail } from '#platform/audit/audit-verification.ts'
import { argumentsOf, type Command, failuresOf, neededId } from './command.ts'

/** Walks the chains of the audit trails. */
export const verifyAudit: Command = {
  name: 'verify-audit',
  summary: 'Check that no row of the audit trail was changed, removed, added later or swapped, and that none are missing at the end.',
  usage: '[--venue <id>] [--heads <file>]',
  notes: [
    'Without options it checks every trail. The installation itself is venue 0. The exit code is 1 if something is wrong.',
    `The trails are compared with the heads that the server copies each day to ${HEADS_FILE} in its data folder,`,
    'or with another copy of that file. Keep one where nobody who can change the database can change it.',
    'A restored backup ends before heads that were copied after it was taken, so it counts as missing its end.',
  ],
  run: async (args, { database, print, settings, signal }) => {
    const { values } = argumentsOf(args, { venue: { type: 'string' }, heads: { type: 'string' } })
    const heads = await copiedHeads(values.heads ?? join(settings.dataFolder, HEADS_FILE))
    const opened = await database()
    const venueIds =
      values.venue === undefined ? [...new Set([...(await allChains(opened)), ...heads.map(({ venueId }) => venueId)])] : [venueNumber(values.venue)]
    let faults = 0
    const failed = await failuresOf(venueIds, signal, async (venueId) => {
      const trail = await verifyTrail(opened, venueId, heads)
      const waiting = trail.unsealed > 0 ? `, ${trail.unsealed} not sealed yet` : ''
      print(`${venueId === 0 ? 'The installation' : `Venue ${venueId}`}: ${trail.sealed} rows sealed${waiting}, ${trail.heads} copied heads compared.`)
      for (const fault of trail.faults) print(`  ${faultInWords(fault)}`)
      faults += trail.faults.length
    })
    if (failed) throw failed
    if (faults > 0) throw new Error(`The audit trail has been changed: ${faults} ${faults === 1 ? 'finding' : 'findings'}.`)
    print('The audit trail is unchanged.')
  },
}

const venueNumber = (value: string): number => (value === '0' ? 0 : neededId('venue', value))
