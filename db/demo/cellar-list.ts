import type { WireProduct } from '#features/stock/intake/till-stock.contract.ts'

/** Who supplies the sample's drinks, and how they deliver. Money in cents. */
export const CELLAR_SUPPLIERS = [
  { name: 'Wharf Brewing', email: 'orders@wharf-brewing.example', leadDays: 3, orderBy: '14:00', minimum: 40_000 },
  { name: 'Coastline Wine & Spirits', email: 'orders@coastline.example', leadDays: 2, orderBy: '16:00', minimum: 30_000 },
  { name: 'Three Peaks Drinks', email: 'orders@three-peaks.example', leadDays: 1, orderBy: '17:00', minimum: 25_000 },
] as const

interface StockItem extends WireProduct {
  PackSize: string
  Container: 'keg' | 'bottle' | 'can'
  /** Cents, without tax. */
  packCost: number
}

type Drink = Pick<WireProduct, 'Beverage' | 'Container' | 'ProductGroup'> & { supplier: string; pack: number; minimum?: number }

/** What glasses are poured from: no till rings it up. */
const item = (
  Plu: string,
  Name: string,
  ml: number,
  abv: number,
  packCost: number,
  { Beverage, Container, ProductGroup, supplier, pack, minimum = 1 }: Drink,
): StockItem => ({
  Plu,
  Name,
  Group: 'Beverage',
  Department: 'Cellar',
  ...(ProductGroup ? { ProductGroup } : {}),
  Unit: Container === 'keg' ? 'keg' : Container === 'can' ? 'can' : 'bottle',
  VolumeMl: ml,
  Abv: abv,
  ...(Beverage === undefined ? {} : { Beverage }),
  Container: (Container ?? 'bottle') as StockItem['Container'],
  Draught: Container === 'keg',
  Supplier: supplier,
  SupplierCode: `${supplier.slice(0, 2).toUpperCase()}-${Plu}`,
  PackSize: String(pack),
  OrderMinimum: minimum,
  packCost,
})

const [BREWERY, WINES, SOFT] = CELLAR_SUPPLIERS.map(({ name }) => name) as [string, string, string]
const KEG: Drink = { Beverage: 'beer', Container: 'keg', ProductGroup: 'Kegs', supplier: BREWERY, pack: 1 }
const WINE: Drink = { Beverage: 'wine', Container: 'bottle', ProductGroup: 'Wine', supplier: WINES, pack: 12 }
const SPIRIT: Drink = { Beverage: 'spirits', Container: 'bottle', ProductGroup: 'Spirits', supplier: WINES, pack: 6 }
const MIXER: Drink = { Beverage: 'none', Container: 'bottle', ProductGroup: 'Mixers', supplier: SOFT, pack: 24 }

export const ITEMS: readonly StockItem[] = [
  item('9001', 'Wharf Lager, keg 49.5 L', 49_500, 4.6, 27_800, KEG),
  item('9002', 'Pale Ale, keg 49.5 L', 49_500, 4.7, 32_500, KEG),
  item('9003', 'Dark Ale, keg 30 L', 30_000, 5.2, 20_400, KEG),
  item('9004', 'Draught Cider, keg 30 L', 30_000, 4.8, 19_000, { ...KEG, Beverage: 'cider' }),
  item('9011', 'House White, 750 ml', 750, 12.5, 11_400, WINE),
  item('9012', 'House Red, 750 ml', 750, 13.5, 12_000, WINE),
  item('9013', 'Fiano 2025, 750 ml', 750, 12.8, 16_800, WINE),
  item('9014', 'Shiraz 2023, 750 ml', 750, 14.2, 19_200, WINE),
  item('9015', 'Sparkling, 750 ml', 750, 11.8, 14_400, WINE),
  item('9016', 'Rosé, 750 ml', 750, 12.6, 13_800, WINE),
  item('9021', 'Gin, 700 ml', 700, 41, 25_800, SPIRIT),
  item('9022', 'Whisky, 700 ml', 700, 40, 31_200, SPIRIT),
  item('9023', 'Rum, 700 ml', 700, 37.5, 24_600, SPIRIT),
  item('9024', 'Vodka, 700 ml', 700, 37.5, 22_800, SPIRIT),
  item('9025', 'Tequila, 700 ml', 700, 38, 29_400, SPIRIT),
  item('9026', 'Coffee liqueur, 700 ml', 700, 20, 23_400, SPIRIT),
  item('9027', 'Bitter orange, 700 ml', 700, 11, 21_000, SPIRIT),
  item('9031', 'Tonic, 200 ml', 200, 0, 2880, MIXER),
  item('9032', 'Cola, 1.25 L', 1250, 0, 3000, { ...MIXER, pack: 12 }),
]

/** What is sold as it is bought. */
export const SOLD_WHOLE: readonly StockItem[] = [
  {
    ...item('1101', 'Light Beer, bottle', 375, 2.7, 5400, { ...KEG, Container: 'bottle', pack: 24 }),
    Department: 'Beer',
    ProductGroup: 'Packaged beer',
    Category: 'Bar',
  },
  {
    ...item('1102', 'Lager, bottle', 375, 4.6, 6200, { ...KEG, Container: 'bottle', pack: 24 }),
    Department: 'Beer',
    ProductGroup: 'Packaged beer',
    Category: 'Bar',
  },
  {
    ...item('1103', 'Non-alcoholic Ale, can', 375, 0.4, 5600, { ...KEG, Beverage: 'none', Container: 'can', pack: 24 }),
    Department: 'Beer',
    ProductGroup: 'Packaged beer',
    Category: 'Bar',
  },
  { ...item('1603', 'Sparkling Water, 750 ml', 750, 0, 2400, { ...MIXER, pack: 12 }), Department: 'Soft drinks', ProductGroup: 'Soft drinks', Category: 'Bar' },
]

const poured = (Plu: string, ...parts: [plu: string, ml: number, loss?: number][]): WireProduct => ({
  Plu,
  Stocked: false,
  Parts: parts.map(([part, VolumeMl, Loss = 0]) => ({ Plu: part, VolumeMl, ...(Loss > 0 ? { Loss } : {}) })),
})

const bottles = (Plu: string, ...parts: [plu: string, bottles: number][]): WireProduct => ({
  Plu,
  Stocked: false,
  Parts: parts.map(([part, Quantity]) => ({ Plu: part, Quantity: String(Quantity) })),
})

/** What is poured, mixed, and taken home in bottles. Espresso Martini is left without its recipe, and so is what nobody described. */
export const POURED: readonly WireProduct[] = [
  poured('1001', ['9001', 425, 3]),
  poured('1002', ['9001', 570, 3]),
  poured('1003', ['9002', 425, 3]),
  poured('1004', ['9002', 570, 3]),
  poured('1005', ['9003', 425, 3]),
  poured('1006', ['9004', 425, 3]),
  poured('1201', ['9011', 150]),
  poured('1202', ['9012', 150]),
  poured('1203', ['9013', 150]),
  poured('1204', ['9014', 150]),
  poured('1205', ['9015', 150]),
  poured('1206', ['9016', 150]),
  poured('1401', ['9021', 30], ['9031', 150]),
  poured('1402', ['9022', 30]),
  poured('1403', ['9023', 30], ['9032', 150]),
  poured('1404', ['9024', 30]),
  poured('1502', ['9027', 60], ['9015', 90]),
  poured('1503', ['9025', 45], ['9027', 20]),
  bottles('3101', ['9013', 1]),
  bottles('3102', ['9014', 1]),
  bottles('3103', ['9015', 1]),
  bottles('3104', ['9013', 4], ['9014', 4], ['9015', 4]),
]
