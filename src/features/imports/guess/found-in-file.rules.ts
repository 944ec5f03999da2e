import * as z from 'zod/mini'

const DatedCell = z.object({ Line: z.int(), Cell: z.string() })

/** What the columns of a file hold, by rows from all over it. */
export const FoundInFile = z.object({
  /** Rows that were looked at, and whether they are all the file has. */
  RowsRead: z.int(),
  Whole: z.boolean(),
  Columns: z.array(
    z.object({
      Column: z.string(),
      /** Up to three of its cells. */
      Samples: z.array(z.string()),
      /** Rows in which it says something. */
      Filled: z.int(),
      /** About how many different values it has. */
      Distinct: z.int(),
      /** Its values, most frequent first, where it has 50 at most. */
      Values: z.array(
        z.object({
          Value: z.string(),
          Rows: z.int(),
          /** A blank, ERROR, UNKNOWN, N/A and the like: it says that nothing is known. */
          Marked: z.boolean(),
        }),
      ),
      /** Why it is taken for what it is. */
      Why: z.enum([
        'Mapping',
        'Name',
        'LikeName',
        'Content',
        'RowsShareIt',
        'NameIsKey',
        'Product',
        'OfOrder',
        'Percent',
        'TwoFormats',
        'EitherOrder',
        'Values',
        'OfCustomer',
        'OfPlace',
        'CountOfLines',
        'NotUsed',
        'Empty',
      ]),
      Sure: z.enum(['Sure', 'Likely', 'Check']),
    }),
  ),
  /** How the dates are read; null where no column holds any. */
  Dates: z.nullable(
    z.object({
      Column: z.string(),
      Format: z.string(),
      /** One: only this format reads every date; Order: the dates then follow each other; Usual: day and month can be told by nothing; Most: no format reads all. */
      Why: z.enum(['One', 'Order', 'Usual', 'Most']),
      /** The first date that the other order of day and month cannot read. */
      Proof: z.nullable(DatedCell),
      /** Rows of the sample that this format reads, and one of them. */
      Rows: z.int(),
      Example: z.nullable(DatedCell),
      /** Another format for what this one cannot read. */
      Other: z.nullable(z.object({ Format: z.string(), Rows: z.int(), Example: DatedCell })),
      /** Where day and month stand the other way round in the other format: rows of the sample whose date could be either day. */
      Either: z.nullable(z.object({ Rows: z.int(), Example: DatedCell })),
      FirstDay: z.nullable(z.string()),
      LastDay: z.nullable(z.string()),
      /** Rows of the sample by month, such as 2026-11. */
      Months: z.array(z.object({ Month: z.string(), Rows: z.int() })),
    }),
  ),
})
export type FoundInFile = z.output<typeof FoundInFile>
