import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { BUILT_IN_MAPPINGS } from '#features/imports/built-in-mappings.adapter.ts'
import { openFile } from '#features/imports/file-reader.adapter.ts'
import { performRun } from '#features/imports/import.job.ts'
import type { ImportResult } from '#features/imports/import-file.job.ts'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { addRun, endDeadRuns, failSalesRun } from '#features/imports/import-runs.sql.ts'
import { makeVenue } from '#platform/access/new-venue.ts'
import { allVenueIds, workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { progressBar } from '#platform/progress-bar.ts'
import { COUNTRIES, countryAt } from '#shared/countries.ts'
import { failure } from '#shared/failure.ts'
import { isCleanText } from '#shared/fields.ts'
import { moneyText, toMajor } from '#shared/money.ts'
import { argumentsOf, type Command, type CommandContext, needed, neededId, WrongUsage } from './command.ts'
import { mappingNamed } from './named-mapping.ts'
import { WrongRowsFile } from './wrong-rows-file.ts'

const LONGEST_NAME = 200

/** Sales from a file, all of it at once or what is right of it. */
export const importFiles: Command = {
  name: 'import',
  summary: 'Import sales from a CSV or XLSX file, which can be gzipped. Importing it a second time changes nothing.',
  usage: '<file> --map <name or file> [--venue <number> | --new-venue <name> [--country <code>] [--owner <user>]] [--all-or-nothing]',
  notes: [
    `--map is a mapping that comes with Daybook (${[...BUILT_IN_MAPPINGS.keys()].join(', ')}), a mapping saved at the venue, or a JSON file that says what each column is.`,
    '--country is where the new venue is, such as AU. Its currency, tax name, financial year and time zone follow it.',
    '--owner is the person who becomes Owner of the new venue.',
    'Wrong rows are left out and saved in <file>.errors.csv, with their line and the reason. Correct that file and',
    'import it with the same mapping. With --all-or-nothing, one wrong row means that nothing is imported. It is one transaction,',
    'so either everything is imported or nothing is. Without it, run the same command again if an import was interrupted.',
  ],
  async run(args, context) {
    const { values, words } = argumentsOf(
      args,
      {
        map: { type: 'string' },
        venue: { type: 'string' },
        'new-venue': { type: 'string' },
        country: { type: 'string' },
        owner: { type: 'string' },
        'all-or-nothing': { type: 'boolean' },
      },
      ['file'],
    )
    const [file = ''] = words
    if (!existsSync(file)) throw new WrongUsage(`There is no ${file}.`)
    if (!statSync(file).isFile()) throw new WrongUsage(`${file} is not a file.`)
    const map = needed('map', values.map)
    if (values.venue !== undefined && values['new-venue'] !== undefined) throw new WrongUsage('Use either --venue or --new-venue, not both.')
    if (values.owner !== undefined && values['new-venue'] === undefined) throw new WrongUsage('--owner needs --new-venue.')
    if (values.country !== undefined && values['new-venue'] === undefined) throw new WrongUsage('--country needs --new-venue.')
    if (values.country !== undefined && !COUNTRIES.includes(values.country)) throw new WrongUsage('--country must be a country code such as AU.')
    const database = await context.database()
    const known = values['new-venue'] === undefined ? await chosenVenue(database, values.venue) : undefined
    const mapping = await mappingNamed(map, database, known)
    // A file that cannot be read makes no venue.
    const settings = { encoding: mapping.Encoding, delimiter: mapping.Delimiter, sheet: mapping.Sheet }
    ;(await openFile({ path: resolve(file) }, { settings })).close()
    const venueId =
      known ??
      (await makeVenue(database, {
        name: venueName(values['new-venue']),
        currency: currencyOf(mapping),
        country: values.country ?? countryAt(mapping.NewLocations?.TimeZone ?? ''),
        owner: values.owner,
      }))
    if (known === undefined) context.tell(`The venue "${values['new-venue']}" is number ${venueId}.`)
    const { result, errorsFile } = await bringIn(context, database, venueId, file, { map, mapping, allOrNothing: values['all-or-nothing'] === true })
    for (const line of summaryOf(result)) context.print(line)
    if (result.counts.sharedNumbers > 0) context.tell(leftOutText(result.counts))
    if (errorsFile)
      context.tell(`The rows to correct are in ${errorsFile}. Then: npm run daybook -- import ${quoted(errorsFile)} --map ${quoted(map)} --venue ${venueId}`)
    if (result.status === 'refused') throw failure('RowsRejected', { rejected: number(result.counts.rowsRejected) })
  },
}

const bringIn = async (
  { signal }: CommandContext,
  database: Database,
  venueId: number,
  file: string,
  { map, mapping, allOrNothing }: { map: string; mapping: ImportMapping; allOrNothing: boolean },
) => {
  const asked = { fileId: null, fileName: file.split(/[\\/]/).at(-1) ?? file, mappingName: map, mapping, corrections: [], check: false, allOrNothing }
  const begunAt = new Date()
  const runId = await workInVenue(database, venueId, begunAt, async (venue) => {
    await endDeadRuns(venue)
    return addRun(venue, asked)
  })
  const wrongRows = new WrongRowsFile(resolve(file))
  const bar = progressBar('Importing')
  try {
    const result = await performRun(
      database,
      venueId,
      { source: { path: resolve(file) } },
      {
        mapping,
        allOrNothing,
        granted: null,
        runId,
        begunAt,
        now: () => new Date(),
        signal,
        onProgress: ({ part }) => bar.update(part),
        onWrongRows: (rows, { headings, delimiter }) => wrongRows.add(rows, headings, delimiter),
      },
    ).finally(bar.done)
    return { result, errorsFile: await wrongRows.finish() }
  } catch (error) {
    wrongRows.discard()
    await workInVenue(database, venueId, new Date(), (venue) => failSalesRun(venue, runId, error)).catch(() => undefined)
    throw error
  }
}

const number = (n: number) => n.toLocaleString('en')
const quoted = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

const sumsOf = (totals: Record<string, number>) =>
  Object.entries(totals).map(([currency, minor]) => `${moneyText(toMajor(minor, currency), currency, 'en', 'plain')} ${currency}`)

const leftOutText = ({ sharedNumbers, sharedTotals }: ImportResult['counts']): string =>
  `${number(sharedNumbers)} order numbers (${sumsOf(sharedTotals).join(' and ')}) are on several rows, so none of those rows was imported. Set "Rows": "SameSaleId" in the mapping and import the file again.`

const summaryOf = ({ counts }: ImportResult): string[] => {
  const { rowsRead, accepted, duplicates, rowsRejected, totals, firstDay, lastDay, newLocations } = counts
  const width = number(Math.max(rowsRead, accepted, duplicates, rowsRejected)).length
  const line = (n: number, what: string) => `${number(n).padStart(width)}  ${what}`
  const sums = sumsOf(totals)
  return [
    ...(newLocations.length > 0 ? [`Locations added: ${newLocations.join(', ')}.`] : []),
    line(rowsRead, 'rows read'),
    line(accepted, `sales accepted${sums.length > 0 ? `, ${sums.join(' and ')} in total, ${firstDay} to ${lastDay}` : ''}`),
    line(duplicates, 'duplicates, already imported'),
    line(rowsRejected, 'rows rejected'),
  ]
}

const venueName = (name: string | undefined): string => {
  const wanted = needed('new-venue', name).trim()
  if (!isCleanText(wanted) || wanted.length > LONGEST_NAME) throw new WrongUsage(`--new-venue can have up to ${LONGEST_NAME} characters.`)
  return wanted
}

const currencyOf = ({ NewLocations, Currency }: ImportMapping): string | undefined => NewLocations?.Currency ?? Currency

const chosenVenue = async (database: Database, venue: string | undefined): Promise<number> => {
  const there = await allVenueIds(database)
  if (venue !== undefined) {
    const venueId = neededId('venue', venue)
    if (!there.includes(venueId)) throw new Error(`There is no venue ${venueId}.`)
    return venueId
  }
  const [only, ...others] = there
  if (only === undefined) throw new WrongUsage('There is no venue yet. Use --new-venue to create one.')
  if (others.length > 0) throw new WrongUsage('There are several venues. Choose one with --venue, or create one with --new-venue.')
  return only
}
