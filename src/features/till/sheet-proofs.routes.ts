import { implement } from '#platform/web/implement.ts'
import { addPhoto, deletePhoto, photoOf } from './sheet-photos.sql.ts'
import { sheetProofs } from './sheet-proofs.contract.ts'
import { sheetReceipts } from './sheet-proofs.report.ts'

export const sheetProofsImplementation = implement(sheetProofs, {
  receipts: ({ venue, params, query }) => sheetReceipts(venue, params.id, query.Figure, query.Department),
  addPhoto: async ({ venue, params, body }) => ({ PhotoId: await addPhoto(venue, params.id, body.Kind, Buffer.from(body.Content, 'base64')) }),
  photo: async ({ venue, params }) => ({ Content: (await photoOf(venue, params.id, params.photo)).toString('base64') }),
  deletePhoto: ({ venue, params }) => deletePhoto(venue, params.id, params.photo),
})
