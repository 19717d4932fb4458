// Results as data for curves and tables: rows of the server ({ recipe, true-model, iteration, measure, mean, stderr, trials }) in order.

/** Rows by their measure, in the order in which measures come. */
export function byMeasure(rows) {
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(row.measure)) groups.set(row.measure, []);
    groups.get(row.measure).push(row);
  }
  return groups;
}

/** Curves of the rows of one measure, in the order of the recipes; name says what a row belongs to. */
export function seriesOf(rows, styles, name = (row) => row.recipe) {
  const found = new Map();
  for (const row of rows) {
    const key = name(row);
    if (!found.has(key)) found.set(key, { key, label: key, style: styles.get(key) ?? 0, reference: row['true-model'] === true, points: [] });
    found.get(key).points.push({ x: row.iteration, mean: row.mean, stderr: row.stderr, trials: row.trials });
  }
  found.forEach(({ points }) => points.sort((a, b) => a.x - b.x));
  return [...found.values()].sort((a, b) => a.style - b.style);
}

/** A number for each curve that stays its own whatever is shown: colour and dashes come from it. */
export const stylesOf = (keys) => new Map([...new Set(keys)].map((key, i) => [key, i]));

/** The last row of each recipe and measure. */
export function lastRows(rows) {
  const last = new Map();
  for (const row of rows) {
    const key = `${row.run ?? ''}\n${row.recipe}\n${row.measure}`;
    if (!last.has(key) || last.get(key).iteration < row.iteration) last.set(key, row);
  }
  return [...last.values()];
}

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
