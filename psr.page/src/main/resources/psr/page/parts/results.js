// Results as data for curves and tables: what the server has, in order.

/** Rows by their measure, in the order in which measures come. */
export function byMeasure(rows) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(row.measure)) groups.set(row.measure, []);
    groups.get(row.measure).push(row);
  }
  return groups;
}

/** Curves as the server sends them, in columns, made ready to be drawn, in the order of the recipes; name says what one is called. */
export function seriesOf(curves, styles, name = ({ recipe }) => recipe) {
  return curves.map((curve) => {
    const { iterations, means, stderrs, 'true-model': reference } = curve;
    const key = name(curve);
    return { key, label: key, style: styles.get(key) ?? 0, reference, points: iterations.map((x, i) => ({ x, mean: means[i], stderr: stderrs[i] })) };
  }).sort((a, b) => a.style - b.style);
}

/** A number for each curve that stays its own whatever is shown: colour and dashes come from it. */
export const stylesOf = (keys) => new Map([...new Set(keys)].map((key, i) => [key, i]));

/** Of rows of one measure those that are best; the true model takes no part. */
export function best(rows, better) {
  const able = rows.filter((row) => row.mean !== null && !row['true-model']);
  if (better === 'none' || !better || able.length < 2) return [];
  const values = able.map(({ mean }) => mean);
  const top = better === 'lower' ? Math.min(...values) : Math.max(...values);
  return able.filter(({ mean }) => mean === top);
}

/** Measures by the metric they are of: pnll.operators is of pnll. */
export function byMetric(measures) {
  const groups = new Map();
  for (const measure of measures) {
    const metric = measure.split('.')[0];
    groups.set(metric, [...(groups.get(metric) ?? []), measure]);
  }
  return [...groups];
}
