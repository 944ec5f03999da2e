/** What `stock_movement.kind` says. Sales move stock by their own lines. */
export const MOVEMENT = { purchase: 1, wastage: 2, transfer: 3, adjustment: 4 } as const
