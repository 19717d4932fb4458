/**
 * The {@link psr.api.lab.ModelStore}: writes learned models to files, as JSON for people or NPZ for Python, and reads them
 * back bit for bit. Never Java serialization.
 *
 * <p>Writing: {@link psr.api.model.Model} → {@link psr.api.store.ModelFormat} → {@link psr.api.store.StoredModel} → file,
 * replaced atomically. Reading reverses this and trusts nothing: {@link psr.launcher.models.UncheckedModelFile} is the
 * unverified content of a file, {@link psr.launcher.models.ModelLimits} the allowed sizes, which also apply to saving. A
 * file that is truncated, written by a newer version, edited by hand or written by a missing bundle is rejected with a
 * reason of one line. The format is described in docs/MODEL-FILES.md.
 */
package psr.launcher.models;
