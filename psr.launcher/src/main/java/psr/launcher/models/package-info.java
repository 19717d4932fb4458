/**
 * Model files: a learned model as JSON for people or NPZ for Python, and back, bit for bit. Never Java
 * serialisation.
 *
 * <p>Out: {@link psr.api.model.Model} → {@link psr.api.store.ModelFormat} → {@link psr.api.store.StoredModel} → file,
 * written beside its place and moved there whole. In: the same way back; a file that is cut short, newer than we are,
 * changed by hand or made by a bundle that is not here is refused with the reason in one line. What the files hold is
 * written in docs/MODEL-FILES.md.
 */
package psr.launcher.models;
