package psr.api.report;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Model;

/** Describes properties of a model. A service; needs no properties. Thread-safe and stateless. */
@ConsumerType
public interface Inspector {

    /** Lines of text, for example about the spectrum of a linear PSR; empty if it does not support the model. */
    List<String> inspect(Model model);
}
