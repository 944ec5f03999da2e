import { expect, it } from 'vitest'
import { costOf, readDocument } from './shopify-graph.fake.ts'
import { DOCUMENTS, ORDERS_A_PAGE } from './shopify-orders.adapter.ts'
import { SHOP_SCHEMA } from './shopify-schema.fake.ts'

it.each(Object.entries(DOCUMENTS))('%s costs no more than a shop lets one question cost, with customers too', (_, text) => {
  const { kind, fields } = readDocument(text, { first: ORDERS_A_PAGE, customers: true, ids: [], id: '' })
  expect(kind === 'mutation' ? 10 : costOf(SHOP_SCHEMA, 'Query', fields)).toBeLessThanOrEqual(1000)
})
