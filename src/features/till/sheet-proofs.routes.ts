import { plainPhoto } from '#platform/files/photos.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { sheetNow } from './sheet-actions.sql.ts'
import { addPhoto, checkTakesPhoto, deletePhoto, photoOf } from './sheet-photos.sql.ts'
import { sheetProofs } from './sheet-proofs.contract.ts'
import { sheetReceipts } from './sheet-proofs.report.ts'

export const sheetProofsImplementation = implement(sheetProofs, {
  receipts: ({ venue, params, query }) => sheetReceipts(venue, params.id, query.Figure, query.Department),
  addPhoto: staged({
    prepare: ({ venue, params }) => checkTakesPhoto(venue, params.id),
    ask: (_, { body }) => plainPhoto(Buffer.from(body.Content, 'base64')),
    finish: async ({ venue, params, body }, _, content) => ({ PhotoId: await addPhoto(venue, params.id, body.Kind, content) }),
  }),
  photo: async ({ venue, params }) => ({ Content: (await photoOf(venue, params.id, params.photo)).toString('base64') }),
  deletePhoto: ({ venue, params }) => deletePhoto(venue, params.id, params.photo),

  finders: {
    receipts: ({ venue, params }) => sheetNow(venue, params.id),
    addPhoto: ({ venue, params }) => sheetNow(venue, params.id),
  },
})
