/** Why stock is written off or adjusted by hand; tills send texts of their own. */
export const REASONS = ['spill', 'breakage', 'expired', 'staff', 'comp', 'theft', 'line cleaning', 'other'] as const
export type Reason = (typeof REASONS)[number]

/** The number a movement has that takes another one back: there is one at most. */
export const reversalOf = (movementId: string): string => `reversal of ${movementId}`
