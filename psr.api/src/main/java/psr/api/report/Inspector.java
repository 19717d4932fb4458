package psr.api.report;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Model;

/** Says in words what can be seen in a model. A service; needs no properties. Thread-safe and stateless. */
@ConsumerType
public interface Inspector {

    /** Lines to read, for example about the spectrum of a linear PSR; empty if it has nothing to say about the model. */
    List<String> inspect(Model model);
}
