package psr.launcher.models;

import psr.api.model.Model;

/**
 * A model that was read from a file.
 *
 * @param model the model itself
 * @param file what the file says of it
 */
public record SavedModel(Model model, ModelFile file) {}
