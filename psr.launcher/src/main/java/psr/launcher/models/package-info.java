/**
 * The {@link psr.api.store.ModelStore}: a learned model as a file of JSON for people or NPZ for Python, and back, bit for bit.
 * Never Java serialisation.
 *
 * <p>Out: {@link psr.api.model.Model} → {@link psr.api.store.ModelFormat} → {@link psr.api.store.StoredModel} → file,
 * written whole. In: the same way back, and nothing is trusted on it: {@link psr.launcher.models.UncheckedModelFile} is what
 * a file claims, {@link psr.launcher.models.ModelLimits} how much of that is allowed, when saving too. A file that is cut
 * short, newer than we are, changed by hand or made by a bundle that is not here is refused with the reason in one line.
 * What the files hold is written in docs/MODEL-FILES.md.
 */
package psr.launcher.models;
