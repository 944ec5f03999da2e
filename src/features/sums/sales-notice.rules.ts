/** Under which name everybody is told that sales of a venue were stored. */
export const salesNotice = (venueId: number): string => `sales ${venueId}`
