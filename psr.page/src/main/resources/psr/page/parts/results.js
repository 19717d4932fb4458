// Prepares results for curves and tables, in the order of the server.

/** Rows by measure, in the order of the measures. */
export function byMeasure(rows) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(row.measure)) groups.set(row.measure, []);
    groups.get(row.measure).push(row);
  }
  return groups;
}

/**
 * Curves, which the server sends in columns, prepared for drawing, in the order of the recipes; 'name' returns a recipe's
 * label.
 */
export function seriesOf(curves, styles, name = ({ recipe }) => recipe) {
  return curves.map((curve) => {
    const { iterations, means, stderrs, 'true-model': reference } = curve;
    const key = name(curve);
    return { key, label: key, style: styles.get(key) ?? 0, reference, points: iterations.map((x, i) => ({ x, mean: means[i], stderr: stderrs[i] })) };
  }).sort((a, b) => a.style - b.style);
}

/** A stable number for each curve, which determines its color and dashes. */
export const stylesOf = (keys) => new Map([...new Set(keys)].map((key, i) => [key, i]));

/** The best rows of one measure; the true model is excluded. */
export function best(rows, better) {
  const able = rows.filter((row) => row.mean !== null && !row['true-model']);
  if (better === 'neither' || !better || able.length < 2) return [];
  const values = able.map(({ mean }) => mean);
  const top = better === 'lower' ? Math.min(...values) : Math.max(...values);
  return able.filter(({ mean }) => mean === top);
}

/** Measures by metric: pnll.operators belongs to pnll. */
export function byMetric(measures) {
  const groups = new Map();
  for (const measure of measures) {
    const metric = measure.split('.')[0];
    groups.set(metric, [...(groups.get(metric) ?? []), measure]);
  }
  return [...groups];
}
