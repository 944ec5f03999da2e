import { join } from 'node:path'
import { faultInWords } from '#platform/audit/audit-chain.ts'
import { copiedHeads, HEADS_FILE } from '#platform/audit/audit-heads.ts'
import { allChains } from '#platform/audit/audit-sealing.ts'
import { verifyTrail } from '#platform/audit/audit-verification.ts'
import { argumentsOf, type Command, failuresOf, neededId } from './command.ts'

/** Walks the chains of the audit trails. */
export const verifyAudit: Command = {
  name: 'verify-audit',
  summary: 'Check that no row of the audit trail was changed, removed, added in between or swapped, and that its tail was not cut.',
  usage: '[--venue <id>] [--heads <file>]',
  notes: [
    'Every trail without options; the house itself is venue 0. Exit code 1 where something is wrong.',
    `The trails are held against the heads the server copies each day into ${HEADS_FILE} in its data folder,`,
    'or against another copy of that file: keep one where nobody who may write the database may write.',
    'A restored backup ends before heads that were copied after it was taken, and is told as a cut tail.',
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
      const waiting = trail.unsealed > 0 ? `, ${trail.unsealed} still to be sealed` : ''
      print(`${venueId === 0 ? 'The house' : `Venue ${venueId}`}: ${trail.sealed} rows sealed${waiting}, ${trail.heads} copied heads compared.`)
      for (const fault of trail.faults) print(`  ${faultInWords(fault)}`)
      faults += trail.faults.length
    })
    if (failed) throw failed
    if (faults > 0) throw new Error(`The audit trail is not as it was written: ${faults} ${faults === 1 ? 'finding' : 'findings'}.`)
    print('The audit trail is as it was written.')
  },
}

const venueNumber = (value: string): number => (value === '0' ? 0 : neededId('venue', value))
