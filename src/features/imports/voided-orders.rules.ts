import type { FileRow } from './file-table.rules.ts'
import { HashMap } from './hash-map.rules.ts'
import type { OrderOf } from './order-names.rules.ts'
import { textHash } from './row-name.rules.ts'

/** The orders that the voids of a file name. */
export class VoidedOrders {
  readonly #voidedBy: OrderOf
  readonly #orders = new HashMap(Uint8Array)

  /** @param voidedBy tells the order that a row voids */
  constructor(voidedBy: OrderOf) {
    this.#voidedBy = voidedBy
  }

  take(rows: readonly FileRow[]): void {
    for (const row of rows) {
      const order = this.#voidedBy(row)
      if (order !== '') this.#orders.set(textHash(order), 1)
    }
  }

  has(order: string): boolean {
    return this.#orders.has(textHash(order))
  }
}
