import { hash } from 'node:crypto'
import { closeSync, fstatSync, readSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { workInVenue } from '#platform/access/venue-work.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { beginUpload, partsOf, putPart, uploaded } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { forgetOldFiles, keptFile } from '../import-files.sql.ts'
import { PART_BYTES } from './file-parts.rules.ts'
import type { ComingFile } from './upload.contract.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let app: StartedApp
let owner: Visitor
let other: Visitor
let venueId: number

beforeAll(async () => {
  app = await startApp({ sample: false })
  venueId = (await makeVenue(app.database, 'Loft', ['Bar', 'Attic'])).venueId
  for (const name of ['loft-owner', 'loft-other']) await employ(app.database, await makePerson(app.database, name), venueId, ['can_editsettings'])
  owner = await signedIn(app.url, 'loft-owner', PASSWORD)
  other = await signedIn(app.url, 'loft-other', PASSWORD)
})
afterAll(() => app.close())

const LINE = '2026-11-02,Bar,Wharf Lager,9.80\n'
/** A file of so many parts, the last of which is shorter; each is another one. */
const fileOfParts = (parts: number, mark: string) => {
  const text = `Day,Where,Item,Total\n2026-11-02,Bar,${mark},1.00\n`
  return Buffer.from(text + LINE.repeat(Math.floor((PART_BYTES * (parts - 0.5) - text.length) / LINE.length)))
}
const unfinished = async (who = owner) => (await who.call<{ Files: ComingFile[] }>('GET', '/imports/files')).body.Files
const asItIsRead = async (fileId: string): Promise<Buffer> => {
  const open = await workInVenue(app.database, venueId, new Date(), (venue) => keptFile(venue, 'sales', fileId))
  try {
    const bytes = Buffer.alloc(fstatSync(open).size)
    readSync(open, bytes, 0, bytes.length, 0)
    return bytes
  } finally {
    closeSync(open)
  }
}
const codeOf = ({ status, body }: Awaited<ReturnType<Visitor['call']>>) => [
  status,
  body.ResponseStatus?.Errors?.[0]?.ErrorCode ?? body.ResponseStatus?.ErrorCode,
]

describe('a file in parts', () => {
  it('goes on where it was, in any order, and reads as the file it is', async () => {
    const file = fileOfParts(3, 'going-on')
    const [first, second, third] = partsOf(file) as [Buffer, Buffer, Buffer]
    const begun = await beginUpload(owner, file, 'going-on.csv')
    expect(begun.body).toMatchObject({ FileName: 'going-on.csv', Size: file.length, Parts: 3, Here: [] })
    const { FileId } = begun.body
    expect((await putPart(owner, FileId, 2, third)).status).toBe(204)
    expect((await putPart(owner, FileId, 0, first)).status).toBe(204)
    expect(codeOf(await owner.call('GET', `/imports/files/${FileId}`))).toEqual([422, 'FileNotReadable'])
    expect(codeOf(await owner.call('POST', '/imports/runs', { body: { FileId, Mapping: { Columns: { Date: 'Day', Net: 'Total' } } } }))).toEqual([
      422,
      'FileNotReadable',
    ])
    expect(await unfinished()).toEqual([{ ...begun.body, Here: [0, 2] }])
    expect(await unfinished(other)).toEqual([])

    const again = await beginUpload(owner, file, 'going-on.csv')
    expect(again.body).toEqual({ ...begun.body, Here: [0, 2] })
    expect((await putPart(owner, FileId, 1, second)).status).toBe(204)
    expect((await putPart(owner, FileId, 1, second)).status, 'a part whose answer was lost').toBe(204)
    expect(await unfinished()).toEqual([])
    expect((await owner.call('GET', `/imports/files/${FileId}`)).body).toMatchObject({ FileId, Columns: ['Day', 'Where', 'Item', 'Total'] })
    expect((await asItIsRead(FileId)).equals(file)).toBe(true)
  })

  it('somebody else with the same file has a file of their own', async () => {
    const file = fileOfParts(1, 'both')
    const [mine, theirs] = [await beginUpload(owner, file), await beginUpload(other, file)]
    expect(theirs.body.FileId).not.toBe(mine.body.FileId)
  })

  it('is the file that was announced: its parts by size, place and hash, and all of them', async () => {
    const file = fileOfParts(2, 'announced')
    const [first, second] = partsOf(file) as [Buffer, Buffer]
    const { FileId } = (await beginUpload(owner, file)).body
    expect(codeOf(await putPart(owner, FileId, 0, Buffer.concat([first.subarray(1), Buffer.from('x')])))).toEqual([400, 'PartHash'])
    expect(codeOf(await putPart(owner, FileId, 0, second))).toEqual([400, 'PartSize'])
    expect(codeOf(await putPart(owner, FileId, 2, second))).toEqual([404, 'NotFound'])
    expect(codeOf(await putPart(owner, FileId, 0, Buffer.concat([first, second])))).toEqual([413, 'TooLarge'])
    const announced = { Name: 'few.csv', Size: file.length, Parts: [hash('sha256', first)] }
    expect(codeOf(await owner.call('POST', '/imports/files', { body: announced }))[0]).toBe(400)
  })

  it('is taken back by whoever sent it', async () => {
    const { FileId } = (await beginUpload(owner, fileOfParts(1, 'called off'))).body
    expect((await owner.call('DELETE', `/imports/files/${FileId}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/imports/files/${FileId}`)).status).toBe(404)
  })

  it('one that is left is removed after a day, and one that is whole after a week', async () => {
    const [left, whole] = [(await beginUpload(owner, fileOfParts(1, 'left'), 'left.csv')).body.FileId, (await uploaded(owner, LINE, 'whole.csv')).body.FileId]
    const there = async (hours: number) => {
      await workInVenue(app.database, venueId, new Date(Date.now() + hours * 3_600_000), forgetOldFiles)
      const rows = await app.database.inVenue(venueId, (sql) => sql<{ id: string }[]>`select file_id::text as id from import_file where venue_id = ${venueId}`)
      return [left, whole].map((one) => rows.some(({ id }) => id === one))
    }
    expect(await there(23)).toEqual([true, true])
    expect(await there(25)).toEqual([false, true])
    expect(await there(169)).toEqual([false, false])
  })

  it('a venue keeps 1 GB of files at a time, those that are on their way too', async () => {
    const announce = (n: number) => {
      const Parts = Array.from({ length: 100 }, (_, part) => hash('sha256', `${n} ${part}`))
      return owner.call<ComingFile>('POST', '/imports/files', { body: { Name: 'huge.csv', Size: 100 * PART_BYTES, Parts } })
    }
    const begun = []
    for (let n = 0; n < 6; n += 1) begun.push(await announce(n))
    expect(begun.map(({ status }) => status).at(-1)).toBe(413)
    for (const { body } of begun.filter(({ status }) => status === 200)) await owner.call('DELETE', `/imports/files/${body.FileId}`)
    expect((await announce(9)).status).toBe(200)
  })

  it('may be packed', async () => {
    const { body } = await uploaded<{ Columns: string[] }>(owner, gzipSync(`a,b\n${LINE}`), 'packed.csv.gz')
    expect(body.Columns).toEqual(['a', 'b'])
  })
})
