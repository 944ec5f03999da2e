import * as z from 'zod/mini'
import { KINDS } from '#features/reports/receipts/invoices.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { FactId, sentText } from '#shared/fields.ts'
import { SHEET_FIGURES } from './sheet-receipts.rules.ts'
import { MOVEMENT_KINDS, PHOTO_KINDS } from './till.rules.ts'

const params = z.object({ id: FactId })
const photoParams = z.object({ id: FactId, photo: FactId })

/** Three megabytes, in base64 with the rest of the body. */
const LARGEST_BODY = Math.ceil((3 * 1024 * 1024 * 4) / 3) + 4096

/** A grey picture of one pixel. */
const EXAMPLE_PHOTO =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2MBERISGBUYLxoaL2NCOEJjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY//AABEIAAEAAQMBEQACEQEDEQH/xAGiAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgsQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+gEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoLEQACAQIEBAMEBwUEBAABAncAAQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/ACgD/9k='

export const SheetReceipts = z.object({
  Figure: z.enum(SHEET_FIGURES),
  Currency: z.string(),
  /** How many receipts there are, also where not all are listed. */
  Count: z.int(),
  /** What all receipts and movements come to: the figure, and what came after the sheet was committed. */
  Total: z.number(),
  Receipts: z.array(
    z.object({
      SaleId: z.string(),
      Receipt: z.string(),
      ClosedAt: z.string(),
      Kind: z.enum(KINDS),
      Staff: z.nullable(z.string()),
      /** What it adds to the figure: money in major units, or a count. */
      Value: z.number(),
    }),
  ),
  /** Cash put in, above zero, and taken out, below zero; where the figure is cash. */
  Movements: z.array(z.object({ Kind: z.enum(MOVEMENT_KINDS), Amount: z.number(), Reason: z.string(), At: z.string(), By: z.nullable(z.string()) })),
})
export type SheetReceipts = z.infer<typeof SheetReceipts>

/** What stands behind a control sheet: receipts, movements and photos. */
export const sheetProofs = contract({
  receipts: operation({
    method: 'GET',
    path: '/controlsheets/:id/receipts',
    summary:
      'The receipts and movements behind a figure of a sheet. Their total is the figure, and the first 2,000 are listed. People who may not sign see money only after the count.',
    access: ['can_viewcontrolsheet'],
    params,
    query: z.object({ Figure: z.enum(SHEET_FIGURES), Department: z.optional(sentText(200)) }),
    response: SheetReceipts,
    example: { as: 'owner', params: { id: '{counted-sheet}' }, query: { Figure: 'Cash' } },
  }),
  addPhoto: operation({
    method: 'POST',
    path: '/controlsheets/:id/photos',
    summary:
      'Attaches a photo of the count or the banking slip: a JPEG, PNG or WebP up to 3 MB and 5 million pixels, in base64. It is stored as JPEG, not with where and when it was taken.',
    access: ['can_viewcontrolsheet'],
    strict: true,
    bodyLimit: LARGEST_BODY,
    params,
    body: z.object({ Kind: z.enum(PHOTO_KINDS), Content: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be a picture in base64')) }),
    response: z.object({ PhotoId: z.string() }),
    example: { as: 'owner', params: { id: '{sheet}' }, body: { Kind: 'BankingSlip', Content: EXAMPLE_PHOTO } },
  }),
  photo: operation({
    method: 'GET',
    path: '/controlsheets/:id/photos/:photo',
    summary: 'A photo of a sheet as JPEG in base64.',
    access: ['can_viewcontrolsheet'],
    params: photoParams,
    response: z.object({ Content: z.string() }),
    example: { as: 'owner', params: { id: '{photo-sheet}', photo: '{photo-sheet}' } },
  }),
  deletePhoto: operation({
    method: 'DELETE',
    path: '/controlsheets/:id/photos/:photo',
    summary: 'Deletes a photo. A photo that was there when the sheet was committed cannot be deleted.',
    access: ['can_viewcontrolsheet'],
    params: photoParams,
    example: { as: 'owner', params: { id: '{photo-sheet}', photo: '{photo-sheet}' } },
  }),
})
