/** A card number as it may stand in the audit trail and on screens: its last four characters. */
export const maskedNumber = (number: string): string => `•••• ${[...number.trim()].slice(-4).join('')}`
